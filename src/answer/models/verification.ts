import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answer } from '../../../schemas/queries.ts';
import { shown } from '../../../schemas/shown.ts';
import type { Claim } from './claim.ts';
import type { Desk } from './desk.ts';
import { type RanQuery, type ReadSource, textOfQuery, textOfSource } from './evidence.ts';
import { unknownFigures } from './figures.ts';
import { revealsInstructions } from './instructions.ts';
import { harmless, unknownAddresses } from './prose.ts';
import { type Computed, computedIn } from './values.ts';

/**
 * The answer that a claim amounts to. Its sources were read for this question, and its figures come from a query for
 * this question. A claim that says more is refused. A claim of figures that also rests on text is `supported`. Stored
 * text can therefore never make a model state a new figure. Figures are `likely`, because no rule checks that the model
 * used all words of the question.
 */
export async function verified(desk: Desk, claim: Claim): Promise<Answer> {
  const { evidence, marking, question, today } = desk;
  const given = `${question.text}\n${today}`;
  const text = harmless(claim.text);
  if (revealsInstructions(text, marking.boundary)) throw invalidRequest('/text', 'must not repeat marks or rules');
  const sources = (claim.sources ?? []).map(({ id }, index) => {
    const source = evidence.source(id);
    if (!source) throw invalidRequest(`/sources/${index}/id`, 'names nothing that was found or read for this question');
    return source;
  });
  const query = claim.query === undefined ? undefined : evidence.query(claim.query);
  if (claim.query !== undefined && !query) throw invalidRequest('/query', 'names no query that was run');

  const computed = [given, ...(query ? [textOfQuery(query)] : [])].join('\n');
  const cited = [computed, ...sources.map(textOfSource)].join('\n');
  const known = claim.confidence === 'none' ? [given, evidence.everything()].join('\n') : cited;
  refuseUnknown(claim.text, known);

  if (claim.confidence === 'none') return { answer: text, confidence: 'none', ...shownOf(sources, claim) };
  if (isOfFigures(claim) && query && unknownFigures(claim.text, computed).length === 0)
    return { confidence: 'likely', ...(await computedBy(desk, query, claim, text)), ...shownOf(sources, claim) };
  if (sources.length === 0) throw invalidRequest('/sources', 'must not be empty, unless a query gives all figures');
  return { answer: text, confidence: 'supported', ...shownOf(sources, claim) };
}

const isOfFigures = ({ confidence }: Claim): boolean => confidence === 'exact' || confidence === 'likely';

function refuseUnknown(text: string, known: string): void {
  const addresses = unknownAddresses(text, known);
  if (addresses.length > 0)
    throw invalidRequest('/text', `no cited source gives the address ${listed(addresses)}: leave it out`);
  const figures = unknownFigures(text, known);
  if (figures.length > 0)
    throw invalidRequest(
      '/text',
      `neither the query nor a cited source gives ${listed(figures)}: run a query, cite what says it, or leave it out`,
    );
}

const listed = (items: readonly string[]) => [...new Set(items)].slice(0, limits.namedAlternatives).join(', ');

async function computedBy({ workspace }: Desk, query: RanQuery, { cells }: Claim, text: string) {
  const computed = computedIn(query, cells);
  return {
    answer: `${text}${repeated(computed)}`,
    ...(computed.length > 0 && { values: computed.map(({ value }) => value) }),
    ...(await askable(workspace, query.body)),
  };
}

/** The query as anyone may run it again, with its channel by ID. A sheet's query names the sheet's own ID. */
async function askable(workspace: Desk['workspace'], body: RanQuery['body']) {
  if (body.channelId === undefined) return { typedQuery: body };
  const { channel } = await workspace.channels.get({ channelId: body.channelId });
  return {
    typedQuery: { ...body, channelId: channel.id },
    channelLinks: [{ channelId: channel.id, name: channel.name, url: channel.url }],
  };
}

const mostRepeated = 10;

/** Repeats a few computed values, so that the model's wording cannot hide them. */
function repeated(computed: readonly Computed[]): string {
  if (computed.length === 0 || computed.length > mostRepeated) return '';
  const lines = computed.map(({ label, value }) => `- ${oneLine(label)}: ${oneLine(String(value.value))}`);
  return `\n\nComputed:\n${lines.join('\n')}`;
}

const oneLine = (text: string) => harmless(even(text)).replaceAll(/[[\]]/g, '\\$&');

/** The claimed sources, each once. A quote that is not in the source is dropped. */
function shownOf(sources: readonly ReadSource[], { sources: claimed = [] }: Claim): Pick<Answer, 'sources'> {
  const quotes = new Map(claimed.map(({ id, quote }) => [id, quote]));
  const named = [...new Set(sources)].map(({ text, snippet, ...source }) => {
    const quote = quotes.get(source.id);
    return { ...source, snippet: quote && even(shown(text)).includes(even(quote)) ? quote : snippet };
  });
  return named.length > 0 ? { sources: named } : {};
}

const even = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
