import { WorkspaceError } from '../../../../schemas/errors.ts';
import { mistaken } from '../../../../schemas/mistakes.ts';
import type { Filters, QueryInput, ViewFilters } from '../../../../schemas/queries.ts';
import type { BatchParts } from '../../../../schemas/records.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import type { Fields } from '../../../query/catalogue.ts';
import { inTurnsIfLong, type Work } from '../../../turns/turn.ts';
import type { FieldError } from '../../../../schemas/problem-extras.ts';
import { type LookUp, nobodyUnknown, type UnknownPeople } from './people-names.ts';
import { namedDefinition, namedQuery } from './query-names.ts';
import { RequestNames, type Values } from './request-names.ts';

type Rewriting<Request> = Promise<{
  readonly request: Request;
  readonly names: RequestNames;
  /** Mistakes of values that name nobody. They are told with all others. */
  readonly unknown: UnknownPeople;
}>;

/**
 * A request with the names of fields, choices and people replaced by keys and IDs. Validation, storage and queries know
 * these alone. A name of several things throws `ambiguous`.
 */
async function byKeys<Request>(
  fields: Fields,
  lookUp: LookUp,
  rewrite: (names: RequestNames) => Work<Request>,
): Rewriting<Request> {
  const names = new RequestNames(fields);
  const rewritten = () => inTurnsIfLong(rewrite(names), lookUp.subject);
  const request = await rewritten();
  if (!names.people.areAsked) return { request, names, unknown: nobodyUnknown };
  await names.people.lookUp(lookUp);
  const withPeople = await rewritten();
  return { request: withPeople, names, unknown: await names.people.unknownIn(lookUp) };
}

/** A request by keys, and the paths of values that it names otherwise. */
export interface ByKeys<Request> {
  readonly request: Request;
  readonly written: ReadonlyMap<string, string>;
  readonly unknown: UnknownPeople;
}

/**
 * Does something with a request by keys. Its mistakes are told by the paths of the request as it was sent. Work that
 * stores refuses the unknown people itself, with the mistakes that it finds.
 */
export async function toldAsWritten<Request, Done>(
  { request, written, unknown }: ByKeys<Request>,
  work: (request: Request, unknown: readonly FieldError[]) => Promise<Done>,
): Promise<Done> {
  try {
    const done = await work(request, unknown.mistakes);
    refuseUnknown(unknown.mistakes);
    return done;
  } catch (error) {
    const told = written.size > 0 ? asWritten(error, written) : error;
    throw unknown.mistakes.length > 0 ? withUnknown(told, unknown) : told;
  }
}

export function refuseUnknown(mistakes: readonly FieldError[]): void {
  if (mistakes.length > 0) throw mistaken('invalid_values', mistakes);
}

/** A name of nobody has one mistake, whatever else was found at its place. */
function withUnknown(error: unknown, { mistakes, extras }: UnknownPeople): unknown {
  if (!(error instanceof WorkspaceError)) return error;
  const { code } = error;
  if (code !== 'invalid_request' && code !== 'invalid_values') return error;
  const { errors = [], ...others } = error.extras;
  const isUnknown = (path: string) => mistakes.some((one) => one.path === path || one.path.startsWith(`${path}/`));
  const told = [...mistakes, ...errors.filter(({ path }) => !isUnknown(path))];
  return mistaken(code, told, { ...others, ...extras });
}

function asWritten(error: unknown, written: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof WorkspaceError)) return error;
  const { code, extras } = error;
  if (code !== 'invalid_request' && code !== 'invalid_values') return error;
  const { errors = [], ...others } = extras;
  const told = errors.map((mistake) => ({ ...mistake, path: written.get(mistake.path) ?? mistake.path }));
  return told.some(({ path }, place) => path !== errors[place]!.path) ? mistaken(code, told, others) : error;
}

/** The values of one record. */
export const valuesByKeys = (fields: Fields, lookUp: LookUp, values: Values): Promise<ByKeys<Values>> =>
  withPaths(byKeys(fields, lookUp, (names) => names.values(values, '')));

export const batchByKeys = (fields: Fields, lookUp: LookUp, batch: BatchParts): Promise<ByKeys<BatchParts>> =>
  withPaths(
    byKeys(fields, lookUp, function* (names) {
      const { create, update, upsert } = batch;
      return {
        ...batch,
        ...(create && { create: yield* names.records(create, '/create') }),
        ...(update && { update: yield* names.records(update, '/update') }),
        ...(upsert && {
          upsert: {
            matchFieldKey: names.field(upsert.matchFieldKey, '/upsert/matchFieldKey'),
            records: yield* names.records(upsert.records, '/upsert/records'),
          },
        }),
      };
    }),
  );

type UpdateMany = { readonly filters: Filters; readonly values: Values };

export const updateByKeys = <Update extends UpdateMany>(
  fields: Fields,
  lookUp: LookUp,
  update: Update,
): Promise<ByKeys<Update>> =>
  withPaths(
    byKeys(fields, lookUp, function* (names) {
      const filters = yield* names.filters(update.filters, '/filters', 'field');
      return { ...update, filters, values: yield* names.values(update.values, '') };
    }),
  );

async function withPaths<Request>(rewriting: Rewriting<Request>): Promise<ByKeys<Request>> {
  const { request, names, unknown } = await rewriting;
  return { request, written: names.written, unknown };
}

export const queryByKeys = async (fields: Fields, lookUp: LookUp, query: QueryInput): Promise<QueryInput> =>
  (await byKeys(fields, lookUp, (names) => namedQuery(names, query))).request;

export const definitionByKeys = async (
  fields: Fields,
  lookUp: LookUp,
  definition: ViewDefinition,
): Promise<ViewDefinition> => (await byKeys(fields, lookUp, (names) => namedDefinition(names, definition))).request;

type Asked = { readonly filters?: ViewFilters | undefined; readonly fields?: string[] | undefined };

/** The parameters with which a View is read. */
export const askedByKeys = async <Input extends Asked>(table: Fields, lookUp: LookUp, input: Input): Promise<Input> => {
  const { filters, fields } = input;
  if (!filters && !fields) return input;
  const { request } = await byKeys(table, lookUp, function* (names) {
    return {
      ...input,
      ...(filters && { filters: yield* names.filters(filters, '/filters', 'fieldKey') }),
      ...(fields && { fields: names.fields(fields, '/fields') }),
    };
  });
  return request;
};

export const filtersByKeys = async (fields: Fields, lookUp: LookUp, filters: Filters): Promise<Filters> =>
  (await byKeys(fields, lookUp, (names) => names.filters(filters, '/filters', 'field'))).request;
