import { type Corruption, expectFound, foldersToDamage, inDatabase, type Plant } from '../support/corruptions.ts';
import { kept } from '../support/older-rows.ts';

const { file, record, dataSet, view } = kept;

/** A field of a type with this value in the one record that there is. */
const withValue = (type: string, value: string, options = 'null', multiple = 0): Plant =>
  inDatabase(
    `insert into data_set_fields (data_set, number, key, label, type, required, multiple, from_source, options)
      values (1, 3, 'about', 'About', '${type}', 0, ${multiple}, 0, ${options})`,
    'alter table data_1 add column f3',
    `update data_1 set f3 = ${value}`,
  );

const isFound = [`${record} (about) has a value in ${dataSet} that no release writes`];
const ofDeals = `'{"objectTypeId": "${dataSet}"}'`;

/** Values that name nothing, or something elsewhere. */
const namesNothing: Corruption[] = (['user', 'file', 'artifact', 'session'] as const).map((type) => [
  `a value of type ${type} names nothing`,
  withValue(type, `'${type}_gone'`),
  isFound,
]);

const corruptions: Corruption[] = [
  [
    'a record has no row',
    inDatabase('delete from data_1'),
    [`${record} has no row`, `${dataSet} counts its records wrongly`],
  ],
  [
    'a record is in no Data Set',
    inDatabase('update records set data_set = 9'),
    [`${record} is a record of no Data Set`],
  ],
  [
    'an import is half entered',
    inDatabase(
      "insert into data_1 select id || 'x', f1, f2, title, created_at, created_by, updated_at, updated_by, version from data_1",
    ),
    [`${record}x is in a Data Set but unknown`, `${dataSet} counts its records wrongly`],
  ],
  [
    'a value is of another type',
    inDatabase("update data_1 set f2 = 'won'"),
    [`${record} (stage) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a value is no choice',
    inDatabase('update data_1 set f2 = 7'),
    [`${record} (stage) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a text is bytes',
    inDatabase("update data_1 set f1 = x'00ff'"),
    [`${record} (city) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record has no version',
    inDatabase('update data_1 set version = 0'),
    [`${record} (version) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record has lost a version',
    inDatabase('update record_versions set number = 2'),
    [`${record} has lost one of its versions`],
  ],
  [
    'a version of a record is no JSON',
    inDatabase("update record_versions set changes = '[[1]]'"),
    [`${record} 1 (changes) has a value in record_versions`],
  ],
  [
    'a version is of no record',
    inDatabase("update record_versions set record_id = 'rec_none'"),
    ['rec_none has versions but does not exist'],
  ],
  [
    'the versions of a record wait to be deleted, and it is there',
    inDatabase(`insert into ended_histories values ('${record}')`),
    [`${record} is there, and its versions wait`],
  ],
  [
    'a record is deleted and is there',
    inDatabase(`insert into deleted_records values ('${record}', 1)`),
    [`${record} is in the catalogue as deleted`],
  ],
  [
    'a text is longer than its Data Set knows',
    inDatabase("update data_1 set f1 = f1 || ' by the sea'"),
    [`${dataSet} has a text longer than it knows of`],
  ],
  ['a Data Set has no table', inDatabase('drop table data_1'), [`${dataSet} has no table for its records`]],
  [
    'a Data Set lacks a column',
    inDatabase('alter table data_1 drop column f1'),
    [`${dataSet} has a field without a column`],
  ],
  [
    'an index was learned by a field that there is not',
    inDatabase("update learned_indexes set learned_by = 'gone desc'"),
    [`${dataSet} has a learned index of a field that it lacks`],
  ],
  [
    'a View shows a field that there is not',
    inDatabase(`update view_versions set definition = json_set(definition, '$.columns', json('["gone"]'))`),
    [`${view} is a View that its Data Set cannot fulfil`],
  ],
  [
    'a View is no JSON',
    inDatabase("update view_versions set definition = '{'"),
    [`${view} is a View that its Data Set cannot`],
  ],
  [
    'a View is found by a name that it does not have',
    inDatabase("update views set name = 'Another'"),
    [`${view} has another name than its current version`],
  ],
  [
    'a View has lost its version',
    inDatabase("update views set current_version_id = 'viewv_gone'"),
    [`${view} has no current version`],
  ],
  [
    'a field is of no type',
    inDatabase("update data_set_fields set type = 'colour' where key = 'city'"),
    ['1 1 (type) has a value in data_set_fields'],
  ],
  [
    'the options of a field are no JSON',
    inDatabase("update data_set_fields set options = '{' where key = 'stage'"),
    ['1 2 (options) has a value in data_set_fields', 'the fields of data_1 cannot be read'],
  ],
  [
    'rows of a source are known as no record',
    inDatabase('delete from source_rows'),
    [`${record} is in a Data Set of a source, and no row of that is known to be it`],
  ],
  [
    'rows of an import that died were never taken back',
    inDatabase("insert into pending_rows values (1, 'claim', 1, 'rec_a', 'rec_b', 1, 1)"),
    ['data_1 has rows of an import that ended a day ago or longer'],
  ],
  [
    'a View shows a Data Set of another channel',
    inDatabase(
      "insert into channels select 'ch_other', organization_id, 'other', name, description, visibility, open_writing, created_at, created_by, updated_at, updated_by, is_apart, trashed_at from channels",
      "update data_sets set channel_id = 'ch_other'",
    ),
    [`${view} is a View of a Data Set in another channel`],
  ],
  [
    'a record is by nobody',
    inDatabase("update data_1 set created_by = 'usr_gone'"),
    [`${record} (created_by) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record was made in no year',
    inDatabase('update data_1 set created_at = 9000000000000000'),
    [`${record} (created_at) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a source fills no field',
    inDatabase('update source_columns set field = 9'),
    [`${dataSet} has a source that fills a field`],
  ],
  [
    'a source knows no record',
    inDatabase("update source_rows set record_id = 'rec_gone'"),
    ['rec_gone comes from a source but does not exist'],
  ],
  ['one of several values names nothing', withValue('file', `'["${file}", "file_gone"]'`, 'null', 1), isFound],
  ['a value names a record that never was', withValue('record', "'rec_gone'", ofDeals), isFound],
  [
    'a value names a record of another Data Set',
    withValue('record', `'${record}'`, `'{"objectTypeId": "ot_other"}'`),
    isFound,
  ],
  [
    'a value names a file of another organisation',
    (folder) => {
      withValue('file', `'${file}'`)(folder);
      inDatabase(
        "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '2026-01-01T00:00:00.000Z')",
        "update files set organization_id = 'org_other'",
      )(folder);
    },
    isFound,
  ],
  ['a number is none that JSON has', withValue('number', '9e999'), isFound],
  [
    'a record has more versions than a number counts',
    inDatabase('update data_1 set version = 9007199254740993'),
    [`${record} (version) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a View has a renderer that there is not',
    inDatabase("update view_versions set renderer = 'globe', definition = json_set(definition, '$.renderer', 'globe')"),
    [/^viewv_\w+ \(renderer\) has a value in view_versions that no release writes$/],
  ],
  [
    'a View has another renderer than its definition',
    inDatabase("update view_versions set renderer = 'board'"),
    [/^viewv_\w+ is a version of a View with another renderer than its definition has$/],
  ],
];

expectFound(foldersToDamage(), [...corruptions, ...namesNothing]);
