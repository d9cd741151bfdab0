/** Every number of the interface (CONTRACT sections 1, 4, 9 and 10). Sizes are bytes. */

const KiB = 1024;
const MiB = 1024 * KiB;

export const limits = {
  title: 300,
  description: 2_000,
  idempotencyKey: 255,
  identifier: 100,
  searchQuery: 1_000,
  clientFileName: 4_096,
  cursor: 2_000,

  markdownBytes: 1.5 * MiB,
  csvBytes: 10 * MiB,
  /** One line of a CSV file that is imported or a source. */
  csvLineBytes: 50 * MiB,
  /** Rows of one import; their transaction keeps all other writers waiting. */
  importRows: 1_000_000,
  edits: 100,
  conflictDiffBytes: 16 * KiB,

  uploadBytes: 50 * MiB,
  inlineUploadBytes: 32 * KiB,
  /** One field of a form beside its file. */
  formFieldBytes: 256 * KiB,
  fileNameBytes: 255,
  jsonBodyBytes: 32 * MiB,
  mcpMessageBytes: 32 * MiB,

  /** Mistakes that one refusal names, and characters of each. */
  mistakes: 100,
  mistakePath: 300,
  mistakeMessage: 2_000,

  fields: 200,
  choices: 1_000,
  choiceKey: 300,
  /** Values of one multi-valued field. */
  fieldValues: 500,
  /** Characters of one text value, and of one cell of an import. */
  cell: 100_000,

  conditions: 50,
  inValues: 200,
  groupBy: 8,
  metrics: 20,
  /** Characters of an answer's rows: a page or a result that comes to more ends early. */
  answerCharacters: 40_000_000,
  queryRowsDefault: 100,
  queryRowsMost: 1_000,
  querySeconds: 20,
  /** Queries that wait while others run. */
  waitingQueries: 200,
  widgets: 50,
  pivotPeriods: 60,
  pivotPeriodsDefault: 6,
  pivotRows: 1_000,
  viewBytes: 256 * KiB,
  /** Indexes that the Views of one Data Set may have, for every change of a record writes them all. */
  viewIndexes: 24,

  sourceMinutesDefault: 60,
  sourceMinutesMost: 7 * 24 * 60,

  pageDefault: 50,
  pageMost: 200,

  /** Any one character of UTF-8 fits. */
  windowLeast: 4,
  windowDefault: 16 * KiB,
  windowMost: 32 * KiB,
  resourceBytes: MiB,
  toolAnswerBytes: 24 * KiB,

  tokenLifetimeSeconds: 3_600,
  tokenLifetimeMostSeconds: 90 * 24 * 3_600,
  idempotencySeconds: 24 * 3_600,
} as const;
