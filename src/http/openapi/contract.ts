import { operationsByRoute } from '../../../schemas/index.ts';
import { contractSchemas, type JsonSchema } from './json-schema.ts';
import { type PathOperation, pathOperation } from './operation.ts';

interface Contract {
  /** By route, such as `GET /api/workspace/files`. Which schemes secure it differs by gateway. */
  readonly operations: Readonly<Record<string, Omit<PathOperation, 'security'>>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Every gateway says this of its operations. Making it takes 100 ms, so the build keeps it as data. */
export const contract: Contract = described();

function described(): Contract {
  const schemas = contractSchemas();
  const operations = operationsByRoute.map(({ route, entries }) => {
    const [method, path] = route.split(' ') as [string, string];
    return [route, pathOperation(entries, method.toLowerCase(), path, schemas)] as const;
  });
  return { operations: Object.fromEntries(operations), schemas: schemas.components };
}
