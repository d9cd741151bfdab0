/** Every number of the interface. Sizes are bytes. */

const daySeconds = 24 * 3_600;
const KiB = 1024;
const MiB = 1024 * KiB;

/** Apart from the others, because the client's bundle needs these alone. */
export const mistakeLimits = {
  /** Mistakes named in one refusal, and the characters of each. */
  mistakes: 100,
  mistakePath: 300,
  mistakeMessage: 2_000,
  /** Mistakes that are listed as text: by the command line, and by their places in `detail`. */
  mistakesListed: 20,
} as const;

export const limits = {
  title: 300,
  /** The name or version of an agent. A longer one is cut. */
  agentName: 300,
  description: 2_000,
  idempotencyKey: 255,
  identifier: 100,
  searchQuery: 1_000,
  /** The first distinct words of a search that are looked up. */
  searchWords: 32,
  /** Characters of a word from which on it is searched as a beginning. */
  searchBeginning: 3,
  /** The first codes and other groups of words in a search that are looked up as phrases. */
  searchPhrases: 8,
  /** Occurrences counted for one word in the title or body of a passage. */
  termOccurrences: 64,
  /** Passages per result. */
  searchPassages: 5,
  clientFileName: 4_096,
  cursor: 2_000,

  markdownBytes: 1.5 * MiB,
  csvBytes: 10 * MiB,
  /** One line of an imported CSV file, a source or a queried sheet. */
  csvLineBytes: 4 * MiB,
  /** A sheet of a workbook as text, or a table in another encoding than UTF-8. */
  tableBytes: 128 * MiB,
  /** Workbooks that are read as tables at once. */
  tablesAtOnce: 2,
  /** Exports under way per user. */
  exportsEach: 5,
  /** Records of an export that are read at once. */
  exportedAtOnce: 1_000,
  /** Rows per import. */
  importRows: 1_000_000,
  /** Rows that a preview of an import shows, refused rows that it names, and mistakes of each. */
  previewRows: 20,
  /** Waiting imports per user. */
  waitingImportsEach: 5,
  edits: 100,
  /** Byte ranges that one update replaces. */
  splices: 1_000,
  conflictDiffBytes: 16 * KiB,
  /** A diff of two versions. */
  diffBytes: 256 * KiB,

  uploadBytes: 50 * MiB,
  /** How long a file that a chat host holds may take to arrive. */
  fetchedFileMs: 60_000,
  /** The log that waits for its reader. Further lines are dropped and counted. */
  logBytesWaiting: 256 * KiB,
  /** Problems of each sort that `workspace admin check` names. */
  problemsOfASort: 100,
  inlineUploadBytes: 32 * KiB,
  /** One form field beside the file. */
  formFieldBytes: 256 * KiB,
  fileNameBytes: 255,
  /**
   * Extraction stops after this time and keeps the text so far. A process that does not stop is killed at the maximum.
   */
  documentSeconds: 20,
  documentSecondsMost: 30,
  documentMemoryBytes: 512 * MiB,
  /** Attempts to extract a document whose process dies. */
  documentAttempts: 3,
  /** The part of a document's text that is kept, from its beginning. */
  documentTextBytes: 16 * MiB,
  /** Parts of an Office document, and their inflated size. */
  archiveEntries: 20_000,
  archiveBytes: 256 * MiB,
  jsonBodyBytes: 32 * MiB,
  mcpMessageBytes: 32 * MiB,
  /** Messages per MCP batch. */
  mcpBatch: 50,
  /** JSON of a batch's answers. Once they exceed it, later messages are refused. */
  mcpBatchAnswerBytes: 8 * MiB,
  /** Values of a JSON body at all depths, counted by commas, arrays and objects. */
  jsonValues: 50_000,
  /** Keys of one object in a JSON body. Checks for unknown keys visit all of them. */
  jsonObjectKeys: 1_000,
  /** Keys of one element of a filter. A condition has three; each alternative of a union would visit all others. */
  filterKeys: 20,
  /** The total length of all keys in a JSON body. */
  jsonKeyBytes: 4 * MiB,
  /** The nesting depth of a JSON body. */
  jsonDepth: 64,

  /** A configuration file. */
  settingsBytes: MiB,

  /** Alternatives that a mistake names. */
  namedAlternatives: 20,
  /** Things that a refusal of a name lists. */
  candidates: 10,

  /** Data Sets per organization. Each is a table, and every connection reads all their schemas. */
  dataSets: 2_000,
  fields: 200,
  /** Fields of all Data Sets in an organization; each is a column. */
  organizationFields: 40_000,
  choices: 1_000,
  choiceKey: 300,
  /** Choices that an import suggests for a column of text, their characters, and the cells for each on average. */
  suggestedChoices: 20,
  suggestedChoice: 50,
  suggestedChoiceCells: 3,
  /** The cells that a column needs before its only text is suggested as a choice. */
  suggestedOnlyChoiceCells: 10,
  /** Columns that the answer to an import names because a further type fits them. */
  suggestionsNamed: 10,
  /** Fields with their choices, of one Data Set and of all Data Sets in a channel. */
  fieldsBytes: MiB,
  channelFieldsBytes: 4 * MiB,
  /** Values of one multi-valued field. */
  fieldValues: 500,
  /** Characters of one text value or imported cell. */
  cell: 100_000,
  /** All values of one record, in UTF-8. */
  recordBytes: MiB,
  /** Records of one batch, and all their texts, both sent and replaced. */
  batchRecords: 1_000,
  batchBytes: 4 * MiB,
  /** Records that one call of a tool writes. Its answer names all of them. */
  toolRecords: 500,

  /** Characters that a record's history keeps of one value, and of all values of one change. */
  versionText: 300,
  versionCharacters: 4_000,

  conditions: 50,
  inValues: 200,
  groupBy: 8,
  metrics: 20,
  /** Characters of a substring to search, not counting combining marks. */
  soughtText: 1_000,
  /** Distinct items that one query may count in multi-valued fields. */
  distinctItems: 2_000_000,
  /** Values of one group of which one query may find medians. */
  medianValues: 2_000_000,
  /** Combinations of values in the multi-valued fields of one `groupBy`. */
  groupedCombinations: 10_000_000,
  /** These combinations with their grouped texts. */
  groupedBytes: 256 * MiB,
  /** Texts of one answer, in UTF-8. A longer page or result ends early. */
  answerBytes: 2_000_000,
  queryRowsDefault: 100,
  queryRowsMost: 1_000,
  querySeconds: 20,
  /** Sheets cached as tables in a process, and their total size. */
  sheets: 100,
  sheetsBytes: 256 * MiB,
  /** Waiting queries per user. */
  waitingQueriesEach: 20,
  /** Characters of a question in prose. */
  question: 4_000,
  questionSeconds: 30,
  /** Attempts to answer a question whose process dies. */
  questionAttempts: 3,
  /** Open questions in total and per user. */
  openQuestions: 1_000,
  openQuestionsEach: 20,
  /** Questions answered concurrently per process. */
  questionsAtOnce: 4,
  /** Earlier messages of a session that an answer considers. */
  earlierMessages: 20,
  pollAfterMs: 500,
  /** The longest time that a tool waits for an answer. */
  waitSeconds: 30,
  widgets: 50,
  /** Records between two anchors of a View, and the most anchors. A larger View has them farther apart. */
  anchorRecords: 1_000,
  anchors: 1_000,
  pivotPeriods: 60,
  pivotPeriodsDefault: 6,
  pivotRows: 1_000,
  viewBytes: 256 * KiB,
  /** Indexes for the Views of one Data Set. Every change of a record writes all of them. */
  viewIndexes: 24,
  /** Records from which a Data Set has indexes that are learned from its queries. */
  learnedFromRecords: 50_000,
  /** Heavy queries of a day, by one field or in one order, after which an index for them is made. */
  learnedAfterQueries: 10,
  /** Learned indexes of a Data Set, and of an organization. Every change of a record writes all of its Data Set. */
  learnedIndexes: 2,
  organizationLearnedIndexes: 40,
  /** Days without use after which a learned index is dropped. */
  learnedUnusedDays: 14,
  /** The longest text that a View's index may search by. Longer texts are sorted instead. */
  indexedText: KiB,

  /** The model's share of the time for a question. The embedded engine uses the rest. */
  modelSeconds: 20,
  /** Responses of a model before its last one. */
  modelSteps: 12,
  /** Tool calls of a model per question. */
  modelCalls: 40,
  /** Invalid calls and answers before a model is abandoned. */
  modelMistakes: 4,
  modelResponseBytes: 256 * KiB,
  /** Tokens of a model per step. */
  modelTokens: 8_000,
  /** Characters of the workspace shown to a model, per call and in total. */
  modelResultCharacters: 16_000,
  modelReadingCharacters: 160_000,
  /** Earlier messages of the session shown to a model. */
  modelEarlierCharacters: 8_000,
  modelRows: 100,
  modelSearchResults: 20,
  /** A model's answer. */
  modelAnswerCharacters: 10_000,
  modelSources: 20,
  modelValues: 100,
  modelName: 200,
  modelKey: 4_096,
  /** Characters of the key that seals signing keys in a database. 32 random ones cannot be guessed. */
  sealingKeyLeast: 32,
  sealingKey: 4_096,

  sourcePath: 4_096,
  sourceMinutesDefault: 60,
  sourceMinutesMost: 7 * 24 * 60,

  /** Characters of a post, reply or comment. */
  body: 40_000,
  /** Characters of a post, comment or answer that an inbox shows. */
  inboxText: 500,
  /** People that a preview of access names. */
  previewPeople: 50,
  /** Distinct texts after an `@` in one text in which names are sought, in their order. */
  namesInText: 150,
  /** IDs in one array of mentions. */
  mentions: 50,
  feedback: 10_000,

  /** Above this many channels, lists are put together outside the thread that answers requests. */
  channelsHere: 1_000,
  pageDefault: 50,
  pageMost: 200,
  feedPageDefault: 25,
  feedPageMost: 100,
  /** Channels and people that a file or session is attached for. Each is searched when somebody reads it. */
  audiences: 100,
  /** Attachments of one record, and of several that one batch deletes. One transaction detaches all. */
  recordLinks: 10_000,
  /** Places shown that a resource is attached to, and places examined for it. An invisible session counts as 20. */
  linksShown: 2_000,
  linksLookedAt: 20_000,
  /** Places examined for one page of a list; then the page ends. */
  linksOfPage: 4_000,
  /** Rows examined for one page of a list. The page ends early if its reader may see few of them. */
  listStretch: 10_000,
  /** Items examined for one page of a feed. The page ends early if its reader may see few of them. */
  feedStretch: 2_000,
  /** Changes looked at together for a page of activity. Twice as many come next while none is asked for. */
  activityStretch: 250,
  activityStretchMost: 1_000,
  /** Changes that one statement compares with the filters. */
  activityPassed: 5_000,
  /** Feeds that a version is added to in one transaction. */
  feedsAtOnce: 100,

  /** Fits any UTF-8 character. */
  windowLeast: 4,
  windowDefault: 16 * KiB,
  windowMost: 32 * KiB,
  /** An image that a tool shows whole. */
  shownImageBytes: 5 * MiB,
  /** An MCP resource: text as its JSON, other bytes as they are. */
  resourceBytes: MiB,
  /** Resources per page of the list. */
  resourcesListed: 100,
  toolAnswerBytes: 24 * KiB,
  /** The values for an app beside an answer. Longer ones are left out. */
  forAppBytes: 256 * KiB,

  email: 254,
  /** Hours that the link of an invitation works, unless others are given, and at most. */
  invitationHours: 168,
  invitationHoursMost: 720,
  passwordLeast: 8,
  passwordMost: 1_024,
  /** Passwords waiting to be compared or hashed, in total and per network. */
  passwordsWaiting: 100,
  passwordsWaitingEach: 20,

  issuerUrl: 2_000,
  jwksBytes: 256 * KiB,
  jwksKeys: 100,
  jwksSeconds: 5,
  /** A claim with a name: `sub`, `jti`. */
  claim: 255,
  subjectTokenSeconds: 10 * 60,
  clockSkewSeconds: 60,

  /** Requests of a subject in one kind of work. Reads may use all, other kinds a share. */
  requestsAMinute: 6_000,
  /** Requests under way. Uploads count separately, because they last as long as their sender likes. */
  concurrentRequests: 1_000,
  concurrentUploads: 200,
  /** The share of either that one user, or one network without a user, may hold. */
  subjectShare: 1 / 4,
  /** Requests that a subject may have under way even under overload. */
  requestsInReserve: 4,
  /** Bodies in memory, except uploads, per user and in total. Short bodies are always accepted. */
  bodyBytesEach: 128 * MiB,
  bodyBytes: 512 * MiB,
  shortBodyBytes: MiB,
  /** The time for a body to arrive, except an upload. */
  bodySeconds: 30,
  /** The least rate of an upload, measured over `bodySeconds`. */
  uploadBytesASecond: 8 * KiB,
  /** An answer of which nothing is read for this time is abandoned. */
  unreadSeconds: 30,
  /** Unread answers per user and in total. */
  unreadBytesEach: 64 * MiB,
  unreadBytes: 512 * MiB,
  /** The event loop delay from which requests are refused. */
  mostDelayMs: 1_000,

  tokenLifetimeSeconds: 3_600,
  tokenLifetimeMostSeconds: 90 * daySeconds,
  /** The longest life of a token that a person makes, and how many each person has at once. */
  tokenDaysMost: 90,
  tokensEach: 100,
  idempotencySeconds: daySeconds,

  webhooksEach: 10,
  webhooksInOrganization: 1_000,
  webhookUrl: 2_000,
  /** How long a receiver may take to answer a delivery. */
  webhookSeconds: 10,
  /** The longest wait between two tries, and how long a webhook may fail before it stops. */
  webhookRetrySecondsMost: 3_600,
  webhookFailingSeconds: 5 * daySeconds,

  authorizationCodeSeconds: 60,
  /** From a client's request until the person has signed in and answered. */
  interactionSeconds: 30 * 60,
  /** How long a browser stays signed in after its last use, unless it is closed. */
  signInSeconds: 7 * daySeconds,
  refreshTokenSeconds: 30 * daySeconds,
  /** After this time a person is asked again, however often a client has refreshed its tokens. */
  grantSeconds: 365 * daySeconds,
  /** How long the app stays signed in after its last use, and in all. */
  appSessionSeconds: 30 * daySeconds,
  appSessionMostSeconds: 90 * daySeconds,
  /** The address at which the app opens after signing in. */
  appPath: 1_000,
  /** The code of a link that signs in to the app. */
  appSignInCodeSeconds: 60,
  redirectUri: 2_000,
  redirectUris: 20,
  /** The metadata document of a client. */
  clientDocumentBytes: 5 * KiB,
  signInFormBytes: 8 * KiB,
  /** As much as oidc-provider reads. */
  tokenRequestBytes: 56 * KiB,
  /** Lifetime and number of self-registered clients that nobody has granted access. */
  unusedClientSeconds: daySeconds,
  unusedClients: 1_000,
  /** The parameter `state` of an authorization request. */
  authorizationState: KiB,
  /** All parameters but `redirect_uri`, which is registered. */
  authorizationRequest: 4 * KiB,
  /** Unanswered authorization requests. Beyond, the opener with the most loses the oldest. */
  openAuthorizations: 5_000,

  /** How long the trash keeps what was deleted. */
  trashDays: 30,
  /** Expired rows deleted in one transaction. */
  rowsRemovedAtOnce: 200,
} as const;
