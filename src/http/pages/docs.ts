import { type Html, html } from '../../auth/html.ts';
import type { OpenApi } from '../openapi/document.ts';
import { componentPath, type JsonSchema } from '../openapi/json-schema.ts';
import type { Parameter, PathOperation } from '../openapi/operation.ts';
import { page } from './html.ts';

interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: PathOperation;
}

/** The OpenAPI document as a page for people. */
export function docsPage({ info, paths, components }: OpenApi): string {
  const placed = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Map.groupBy(placed, ({ operation }) => operation.tags[0]!);
  return page(
    info.title,
    html`<header><h1>${info.title} <span class="quiet">${info.version}</span></h1>${info.description.split('\n\n').map(paragraph)}
<p>The same for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Contents"><ul>${[...groups.keys()].map((group) => html`<li><a href="#${group}">${titleOf(group)}</a></li>`)}<li><a href="#resources">Resources</a></li></ul></nav>
<main>${[...groups].map(([group, members]) => html`<section><h2 id="${group}">${titleOf(group)}</h2>${members.map(operationSection)}</section>`)}
<section><h2 id="resources">Resources</h2>${Object.entries(components.schemas).map(([name, schema]) => html`<h3 id="${anchorOf(name)}">${name}</h3>${fieldList(schema)}`)}</section></main>`,
  );
}

/** A paragraph in which backticks mark code. */
const paragraph = (text: string) =>
  html`<p>${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}</p>`;

const titleOf = (group: string) => {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const anchorOf = (name: string) => `resource-${name}`;

function operationSection({ method, path, operation }: Placed): Html {
  const { operationId, summary, parameters, requestBody, responses, security } = operation;
  const done = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const body = Object.entries(requestBody?.content ?? {});
  return html`<article><h3 id="${operationId}">${summary}</h3>
<p class="address"><code>${method} ${path}</code></p>
<p class="quiet">${scopeOf(security)}; answers ${done.map(([status]) => status).join(' or ')}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4><dl>${parameters.map(parameterEntry)}</dl>` : ''}
${body.map(([type, { schema, examples = {} }]) => html`<h4>Body (<code>${type}</code>)</h4>${fieldList(schema)}${Object.values(examples).map(({ value }) => html`<pre>${JSON.stringify(value, null, 2)}</pre>`)}`)}
${done.flatMap(([status, { content = {} }]) => Object.entries(content).map(([type, { schema }]) => html`<h4>Answer ${status} (<code>${type}</code>)</h4>${fieldList(schema)}`))}
<details><summary>Problems</summary><ul class="codes">${codesOf(operation).map((code) => html`<li><a href="/problems/${code}"><code>${code}</code></a></li>`)}</ul></details></article>`;
}

function scopeOf([first]: PathOperation['security']): Html {
  return first ? html`Scope <code>${Object.values(first).flat().join(' ')}</code>` : html`No access token`;
}

/** The codes that an operation may answer. */
export const codesOf = ({ responses }: PathOperation): string[] =>
  Object.values(responses).flatMap(({ content }) => {
    const code = content?.['application/problem+json']?.schema.properties?.code;
    return (code?.enum as string[] | undefined) ?? [];
  });

const parameterEntry = ({ name, in: place, required, description, schema, content }: Parameter) =>
  html`<dt><code>${name}</code> <span class="quiet">${place}, ${content ? 'JSON, ' : ''}${typeOf(schema ?? content!['application/json'].schema)}${required ? ', required' : ''}</span></dt><dd>${description}</dd>`;

/** The fields of an object, or the type of anything else. */
function fieldList(schema: JsonSchema): Html {
  const { properties, required = [] } = schema;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!properties && alternatives) return html`<ul>${alternatives.map((one) => html`<li>${fieldList(one)}</li>`)}</ul>`;
  if (!properties) return html`<p>${typeOf(schema)}</p>`;
  return html`<dl>${Object.entries(properties).map(([name, field]) => fieldEntry(name, field, required.includes(name)))}</dl>`;
}

function fieldEntry(name: string, field: JsonSchema, isRequired: boolean): Html {
  const inner = innerObject(field);
  return html`<dt><code>${name}</code> <span class="quiet">${typeOf(field)}${isRequired ? '' : ', optional'}</span></dt><dd>${field.description}${inner ? fieldList(inner) : ''}</dd>`;
}

/** The unnamed object that a field holds, alone or in a list. */
function innerObject(field: JsonSchema): JsonSchema | undefined {
  if (field.properties) return field;
  return field.items?.properties ? field.items : undefined;
}

function typeOf(schema: JsonSchema): Html {
  const { $ref, items, type, anyOf, oneOf, maxLength, maximum } = schema;
  if ($ref !== undefined) return reference($ref);
  if (schema.enum) return html`${schema.enum.map(String).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (items) return html`list of ${typeOf(items)}`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return html`${joined(alternatives.map(typeOf))}`;
  const most = maxLength ?? maximum;
  return html`${[type ?? 'any value'].flat().join(' | ')}${most === undefined ? '' : ` (at most ${most})`}`;
}

const joined = (types: readonly Html[]) => types.map((type, index) => (index === 0 ? type : html` or ${type}`));

function reference(path: string): Html {
  const name = path.replace(componentPath, '');
  return html`<a href="#${anchorOf(name)}">${name}</a>`;
}
