/** Every number of the interface. Sizes are bytes. */

const KiB = 1024;
const MiB = 1024 * KiB;

export const limits = {
  title: 300,
  description: 2_000,
  idempotencyKey: 255,
  identifier: 100,
  searchQuery: 1_000,
  /** Different words of a search that are looked up: its first. */
  searchWords: 32,
  /** Codes and other words that belong together that are looked up as such: the first of a search. */
  searchPhrases: 8,
  /** Of one word in the title or body of a passage: more are as many. */
  termOccurrences: 64,
  /** Passages of each result. */
  searchPassages: 5,
  clientFileName: 4_096,
  cursor: 2_000,

  markdownBytes: 1.5 * MiB,
  csvBytes: 10 * MiB,
  /** One line of a CSV file that is imported or a source, and of a sheet that is queried. */
  csvLineBytes: 4 * MiB,
  /** Rows of one import. */
  importRows: 1_000_000,
  /** Imports of one user that wait for the one under way. */
  waitingImportsEach: 5,
  edits: 100,
  conflictDiffBytes: 16 * KiB,

  uploadBytes: 50 * MiB,
  /** Of the log, while nobody reads it; lines that come then are dropped and counted. */
  logBytesWaiting: 256 * KiB,
  /** Of each sort of problem, how many `workspace admin check` names before it says that there are more. */
  problemsOfASort: 100,
  inlineUploadBytes: 32 * KiB,
  /** One field of a form beside its file. */
  formFieldBytes: 256 * KiB,
  fileNameBytes: 255,
  /** After so long the text of a document ends where its drawing has come to; a process that does not end then is stopped. */
  documentSeconds: 20,
  documentSecondsMost: 30,
  documentMemoryBytes: 512 * MiB,
  /** A document whose process ends without a word is given up after so many of them. */
  documentAttempts: 3,
  /** Of a document's text so much is kept, from its beginning. */
  documentTextBytes: 16 * MiB,
  /** Parts of an Office document, and what they have inflated. */
  archiveEntries: 20_000,
  archiveBytes: 256 * MiB,
  jsonBodyBytes: 32 * MiB,
  mcpMessageBytes: 32 * MiB,
  /** Messages of one batch over MCP. */
  mcpBatch: 50,
  /** Of the answers to one batch, as JSON: once they have come to so much, the messages behind them are not begun. */
  mcpBatchAnswerBytes: 8 * MiB,
  /** Values of a JSON body, at all depths: what its commas part, and each array and object. */
  jsonValues: 50_000,
  /** The same of a body over MCP, which is checked several times. */
  mcpValues: 10_000,
  /** Keys of one object in a JSON body: whoever looks for unknown ones walks through all. */
  jsonObjectKeys: 1_000,
  /** Of all keys in a JSON body, as they are written. */
  jsonKeyBytes: 4 * MiB,
  /** Arrays and objects inside one another in a JSON body. */
  jsonDepth: 64,

  /** Mistakes that one refusal names, and characters of each. */
  mistakes: 100,
  mistakePath: 300,
  mistakeMessage: 2_000,
  /** Of these the command line lists so many in text. */
  mistakesListed: 20,
  /** What could stand in place of a mistake, as it names it. */
  namedAlternatives: 20,

  /** Of one organisation: each is a table, and whoever reads the database knows all of them. */
  dataSets: 2_000,
  fields: 200,
  /** Of all Data Sets of an organisation: each is a column. */
  organizationFields: 40_000,
  choices: 1_000,
  choiceKey: 300,
  /** What the fields of one Data Set come to with their choices, and those of all Data Sets of one channel. */
  fieldsBytes: MiB,
  channelFieldsBytes: 4 * MiB,
  /** Values of one multi-valued field. */
  fieldValues: 500,
  /** Characters of one text value, and of one cell of an import. */
  cell: 100_000,
  /** Of all values of one record, in UTF-8. */
  recordBytes: MiB,

  conditions: 50,
  inValues: 200,
  groupBy: 8,
  metrics: 20,
  /** Characters of a text that is looked for within others, beside marks. */
  soughtText: 1_000,
  /** Different items that the counts of one query may tell apart in fields with several values. */
  distinctItems: 2_000_000,
  /** Combinations of values that records have in the fields with several values of one `groupBy`. */
  groupedCombinations: 10_000_000,
  /** The bytes that these combinations, and the texts that they are grouped with, may have. */
  groupedBytes: 256 * MiB,
  /** Of the texts of one answer, in UTF-8: a page or a result that comes to more ends early. */
  answerBytes: 2_000_000,
  queryRowsDefault: 100,
  queryRowsMost: 1_000,
  querySeconds: 20,
  /** Sheets that a process keeps as tables, and the bytes that these may have together. */
  sheets: 100,
  sheetsBytes: 256 * MiB,
  /** Queries of one user that wait while others run. */
  waitingQueriesEach: 20,
  /** Characters of a question in prose. */
  question: 4_000,
  questionSeconds: 30,
  /** How often a question is begun whose process dies before it is answered. */
  questionAttempts: 3,
  /** Questions that wait or are being answered, and of these those of one user. */
  openQuestions: 1_000,
  openQuestionsEach: 20,
  /** Being answered at one time in one process. */
  questionsAtOnce: 4,
  /** What was said before in the conversation, as far as an answer takes notice of it. */
  earlierMessages: 20,
  pollAfterMs: 500,
  /** How long a tool waits for an answer. */
  waitSeconds: 30,
  widgets: 50,
  pivotPeriods: 60,
  pivotPeriodsDefault: 6,
  pivotRows: 1_000,
  viewBytes: 256 * KiB,
  /** Indexes that the Views of one Data Set may have, for every change of a record writes them all. */
  viewIndexes: 24,
  /** Bytes of a text by which the records of a View are found in an index; by longer ones they are sorted. */
  indexedText: KiB,

  /** Seconds that a model has for a question; what is left of the question's own time is for the embedded engine. */
  modelSeconds: 20,
  /** Answers that a model may give on the way to the one that ends its work. */
  modelSteps: 12,
  /** Calls of tools by a model in one question. */
  modelCalls: 40,
  /** Calls that cannot be carried out, and answers that do not hold, before a model is given up. */
  modelMistakes: 4,
  modelResponseBytes: 256 * KiB,
  /** That a model may write in one step. */
  modelTokens: 8_000,
  /** Characters of the workspace that one call shows a model, and that it is shown in all. */
  modelResultCharacters: 16_000,
  modelReadingCharacters: 160_000,
  /** Of what was said before in the session. */
  modelEarlierCharacters: 8_000,
  modelRows: 100,
  modelSearchResults: 20,
  /** Of an answer of a model. */
  modelAnswerCharacters: 10_000,
  modelSources: 20,
  modelValues: 100,
  modelName: 200,
  modelKey: 4_096,

  sourceMinutesDefault: 60,
  sourceMinutesMost: 7 * 24 * 60,

  /** Characters of a post, reply or comment. */
  body: 40_000,
  /** IDs in one mention array. */
  mentions: 50,
  feedback: 10_000,

  /** Channels whose lists are put together in the thread that answers requests. */
  channelsHere: 1_000,
  pageDefault: 50,
  pageMost: 200,
  feedPageDefault: 25,
  feedPageMost: 100,
  /** Channels and people for whom a file or a session is attached: whoever wants to read it is sought in each. */
  audiences: 100,
  /** Files, documents and conversations that are attached to one record: all are detached in one transaction when it is deleted. */
  recordLinks: 10_000,
  /** Places that a resource is shown to be attached to, and those that are looked at for it; a conversation that is not seen counts for twenty. */
  linksShown: 2_000,
  linksLookedAt: 20_000,
  /** A page of a list ends with the resource with which so many have been looked at. */
  linksOfPage: 4_000,
  /** Items that one page of a feed looks at; where its reader may see few of them, the page ends early. */
  feedStretch: 2_000,
  /** Feeds that a version is put into before others may write. */
  feedsAtOnce: 100,

  /** Any one character of UTF-8 fits. */
  windowLeast: 4,
  windowDefault: 16 * KiB,
  windowMost: 32 * KiB,
  /** Of a resource over MCP: a text as it stands in JSON, other bytes as they are. */
  resourceBytes: MiB,
  /** On one page of the list of resources. */
  resourcesListed: 100,
  toolAnswerBytes: 24 * KiB,

  email: 254,
  passwordLeast: 8,
  passwordMost: 1_024,
  /** That wait to be compared or hashed, one after the other; and of these, those of one network. */
  passwordsWaiting: 100,
  passwordsWaitingEach: 20,

  issuerUrl: 2_000,
  jwksBytes: 256 * KiB,
  jwksKeys: 100,
  jwksSeconds: 5,
  /** Of a claim that names something: `sub`, `jti`. */
  claim: 255,
  subjectTokenSeconds: 10 * 60,
  clockSkewSeconds: 60,

  /** Of a subject, counted by kind of work: reads may take all of it, other kinds a part. */
  requestsAMinute: 6_000,
  /** Requests under way at one time; uploads, which last as long as their sender likes, count apart. */
  concurrentRequests: 1_000,
  concurrentUploads: 200,
  /** What one user may have of either, or one address of those who have not signed in. */
  subjectShare: 1 / 4,
  /** That a user may have under way even when all places are taken, or the gateway is late. */
  requestsInReserve: 4,
  /** Bodies that are no uploads, of one user and of all, that are kept until their requests are answered; short ones are always. */
  bodyBytesEach: 128 * MiB,
  bodyBytes: 512 * MiB,
  shortBodyBytes: MiB,
  /** In which a body has to arrive that is no upload. */
  bodySeconds: 30,
  /** Of an upload, how many bytes a second have to arrive in each such time. */
  uploadBytesASecond: 8 * KiB,
  /** An answer of which nobody reads anything for so long is given up. */
  unreadSeconds: 30,
  /** Of the answers of one user that wait to be read, and of those of all. */
  unreadBytesEach: 64 * MiB,
  unreadBytes: 512 * MiB,
  /** How late the gateway may be before it turns requests away. */
  mostDelayMs: 1_000,

  tokenLifetimeSeconds: 3_600,
  tokenLifetimeMostSeconds: 90 * 24 * 3_600,
  idempotencySeconds: 24 * 3_600,

  authorizationCodeSeconds: 60,
  /** From the request of a client until the person has signed in and answered. */
  interactionSeconds: 30 * 60,
  /** A browser stays signed in for so long after its last use, unless it is closed. */
  signInSeconds: 7 * 24 * 3_600,
  refreshTokenSeconds: 30 * 24 * 3_600,
  /** After so long a person is asked again, however often a client has refreshed its tokens. */
  grantSeconds: 365 * 24 * 3_600,
  redirectUri: 2_000,
  redirectUris: 20,
  /** What a client says of itself at an address of its own. */
  clientDocumentBytes: 5 * KiB,
  signInFormBytes: 8 * KiB,
  /** oidc-provider reads no more either. */
  tokenRequestBytes: 56 * KiB,
  /** A client that registered itself and that nobody let in. */
  unusedClientSeconds: 24 * 3_600,
  unusedClients: 1_000,
  /** The parameter `state` of an authorization request. */
  authorizationState: KiB,
  /** All its parameters but `redirect_uri`, which is registered. */
  authorizationRequest: 4 * KiB,
  /** Authorizations that people have not answered yet. Of whoever has opened most the oldest makes room. */
  openAuthorizations: 5_000,

  /** Rows that one transaction takes away when their time has passed. */
  rowsRemovedAtOnce: 200,
} as const;
