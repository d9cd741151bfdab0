import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../test/support/launch-browser.ts';
import { barePages } from './browser/bare-pages.ts';
import { linkToOpen, type Sample, sample } from './browser/sample.ts';
import { Tab } from './browser/tab.ts';
import { type Figure, quantile } from './support/figures.ts';
import { ourGateway, type Server } from './support/gateway.ts';
import { inPairs } from './support/pairs.ts';
import { ranMs } from './support/processes.ts';

const turns = 5;
const wheelMs = 1_000;
const slow = 4;

interface Stage {
  readonly sample: Sample;
  readonly gateway: Server;
  readonly bareUrl: string;
  readonly newTab: () => Promise<Tab>;
  readonly signedIn: () => Promise<Tab>;
}

/** The app in a browser, beside bare pages that show the same in the same browser. */
export async function app(folder: string): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const dataFolder = join(folder, 'data');
  const shown = await sample(dataFolder);
  const gateway = await ourGateway(dataFolder);
  const bare = await barePages({ '/document.json': shown.texts.document, '/sheet.json': shown.texts.sheet });
  const browser = await launchBrowser();
  const tabs: Tab[] = [];
  const newTab = async () => {
    const tab = await Tab.opened(browser);
    tabs.push(tab);
    return tab;
  };
  const signedIn = async () => {
    const tab = await newTab();
    await tab.load(linkToOpen(dataFolder, gateway.url), has('#main'));
    return tab;
  };
  const stage = { sample: shown, gateway, bareUrl: bare.url, newTab, signedIn };
  const figures: Figure[] = [];
  try {
    for (const step of steps) {
      figures.push(...(await step(stage)));
      for (const tab of tabs.splice(0)) await tab.close();
    }
    return figures;
  } finally {
    await browser.close();
    bare.close();
    await gateway.stop();
  }
}

/** Each has tabs of its own: one that stays open, slowed, goes on taking a processor from those after it. */
const steps: readonly ((stage: Stage) => Promise<Figure[]>)[] = [
  firstPaint,
  firstFigure,
  ...[1, slow].flatMap((rate) => [
    (stage: Stage) => openings(stage, rate),
    (stage: Stage) => interactions(stage, rate),
    (stage: Stage) => scrollingTable(stage, rate),
    (stage: Stage) => scrollingSheet(stage, rate),
  ]),
  typingInDocument,
  typingInSheet,
];

const has = (selector: string, words = '') => `document.querySelector('${selector}')?.textContent.includes('${words}')`;
const ofFeed = has('#main', 'Unloading 49');
const times = (rate: number) => (rate === 1 ? '' : `, processor ${rate} times slower`);

async function firstPaint({ sample: { feed }, gateway, bareUrl, newTab, signedIn }: Stage): Promise<Figure[]> {
  const [ours, bare] = [await signedIn(), await newTab()];
  for (const tab of [ours, bare]) {
    await tab.slowBy(slow);
    await tab.farAway();
  }
  const painted = async (tab: Tab, url: string) => {
    await tab.load(url, ofFeed);
    return tab.largestPaint();
  };
  const pairs = await inPairs(turns, {
    ours: () => painted(ours, gateway.url + feed),
    baseline: () => painted(bare, `${bareUrl}/feed`),
  });
  return [inMilliseconds(`largest paint of a feed over 10 Mbit/s and 40 ms${times(slow)}`, pairs, 700)];
}

async function firstFigure({ sample: { dashboard }, gateway, bareUrl, newTab, signedIn }: Stage): Promise<Figure[]> {
  const [ours, bare] = [await signedIn(), await newTab()];
  const count = has('#main', '1,000,000');
  const pairs = await inPairs(turns, {
    ours: async () => {
      const first = await ours.load(gateway.url + dashboard, count);
      await ours.load('about:blank', 'true');
      await atRest(gateway);
      return first;
    },
    baseline: () => bare.load(`${bareUrl}/figure`, count),
  });
  return [
    inMilliseconds('first figure of a dashboard of 20 over 1,000,000 records, from the load of the page', pairs, 1_000),
  ];
}

/** Until the figures that nobody waits for any more are computed or given up. */
async function atRest({ process }: Server): Promise<void> {
  let before: number;
  do {
    before = ranMs(process.pid!);
    await new Promise((resolve) => setTimeout(resolve, 200));
  } while (ranMs(process.pid!) - before > 20);
}

/** From the feed, as one follows a link. */
async function openings({ sample, gateway, bareUrl, newTab, signedIn }: Stage, rate: number): Promise<Figure[]> {
  const [ours, bare] = [await signedIn(), await newTab()];
  for (const tab of [ours, bare]) await tab.slowBy(rate);
  const opened = async (path: string, isShown: string) => {
    await ours.load(gateway.url + sample.feed, ofFeed);
    return ours.act(`history.pushState({}, '', '${path}')`, isShown);
  };
  const fetched = async (page: string, path: string, property: string, part = '') => {
    await bare.load(`${bareUrl}${page}`, has('#main'));
    const show = `fetch('${path}').then((one) => one.json()).then((one) => {
      document.querySelector('#main').firstChild.${property} = one.content${part};
      globalThis.isShown = true;
    })`;
    return bare.act(show, 'globalThis.isShown');
  };
  const { document, sheet } = sample;
  const figure = async (name: string, path: string, isShown: string, baseline: () => Promise<number>, most: number) =>
    inMilliseconds(name + times(rate), await inPairs(turns, { ours: () => opened(path, isShown), baseline }), most);
  const most = rate === 1 ? 300 : 500;
  const text = () => fetched('/text', '/document.json', 'textContent', firstLines);
  const area = () => fetched('/written', '/document.json', 'value', firstLines);
  const cells = () => fetched('/text', '/sheet.json', 'textContent', firstLines);
  return [
    await figure('a document of 1 MiB to paint, read', document, has('#main', 'The crane of berth 1 '), text, most),
    await figure('a document of 1 MiB to paint, edited', `${document}/edit`, editorShows, area, most),
    await figure('a sheet of 10 MiB to paint', sheet, has('[role=grid]', 'Sale 5'), cells, most),
  ];
}

const firstLines = `.split('\\n', 50).join('\\n')`;

const editorShows = `[...document.querySelectorAll('#main *')]
  .some(({ shadowRoot }) => shadowRoot?.textContent.includes('berth 1 '))`;

async function interactions(stage: Stage, rate: number): Promise<Figure[]> {
  const [ours, bare] = await besideEachOther(stage, rate, [stage.sample.feed, ofFeed], ['/feed', ofFeed]);
  const keys = ['Control+k', 'f', 'i', 'g', 'Backspace', 'ArrowDown', 'Escape', '?', 'Escape'];
  const worst = async (tab: Tab) => quantile(await tab.press([...keys, ...keys, ...keys]), 0.98);
  const pairs = await inPairs(turns, { ours: () => worst(ours), baseline: () => worst(bare) });
  return [
    inMilliseconds(`keys of the palette to their frame: 98th percentile${times(rate)}`, pairs, rate === 1 ? 100 : 200),
  ];
}

const scrollingTable = (stage: Stage, rate: number) =>
  scrolling(stage, rate, 'a Table View of 100,000 records', stage.sample.table);
const scrollingSheet = (stage: Stage, rate: number) => scrolling(stage, rate, 'a sheet of 10 MiB', stage.sample.sheet);

async function scrolling(stage: Stage, rate: number, name: string, path: string): Promise<Figure[]> {
  const bareTable = ['/table', has('#main', 'Sale 5')] as const;
  const [ours, bare] = await besideEachOther(stage, rate, [path, has('[role=grid]', 'Sale 5')], bareTable);
  const scrolled = async (tab: Tab) => {
    const frames = await tab.wheel(wheelMs);
    if (!(await tab.evaluate<boolean>(isScrolled))) throw new Error(`${name} does not scroll`);
    return quantile(frames, 0.95);
  };
  const pairs = await inPairs(turns, {
    ours: () => scrolled(ours),
    baseline: async () => {
      await bare.evaluate(`document.querySelector('#main div').scrollTop = 0`);
      return scrolled(bare);
    },
  });
  const figure = `${name} under the wheel, between frames: 95th percentile${times(rate)}`;
  // Without a screen the browser makes half as many frames under the wheel, also of the bare page.
  return [{ name: figure, ...pairs, unit: 'ms', bound: { atMost: 1.1 } }];
}

const isScrolled = `[...document.querySelectorAll('div')].some(({ scrollTop }) => scrollTop > 100) || scrollY > 100`;

function typingInDocument(stage: Stage): Promise<Figure[]> {
  return typing(stage, 'a document of 1 MiB', [`${stage.sample.document}/edit`, editorShows], '.cm-content');
}

function typingInSheet(stage: Stage): Promise<Figure[]> {
  return typing(stage, 'a sheet of 10 MiB', [stage.sample.sheet, has('[role=grid]', 'Sale 5')], '[role=grid] td');
}

async function typing(stage: Stage, name: string, shown: Shown, place: string): Promise<Figure[]> {
  const [ours, bare] = await besideEachOther(stage, 1, shown, ['/written', has('#main')]);
  await ours.focus(place);
  await bare.focus('textarea');
  const letters = 'the crane works after six'.split('');
  const worst = async (tab: Tab) => quantile(await tab.press(letters), 0.95);
  const pairs = await inPairs(turns, { ours: () => worst(ours), baseline: () => worst(bare) });
  return [inMilliseconds(`${name}, a key to its frame: 95th percentile`, pairs, 32)];
}

type Shown = readonly [path: string, isShown: string];

async function besideEachOther({ gateway, bareUrl, newTab, signedIn }: Stage, rate: number, app: Shown, page: Shown) {
  const [ours, bare] = [await signedIn(), await newTab()];
  await ours.load(gateway.url + app[0], app[1]);
  await bare.load(bareUrl + page[0], page[1]);
  for (const tab of [ours, bare]) await tab.slowBy(rate);
  return [ours, bare] as const;
}

const inMilliseconds = (name: string, measured: Awaited<ReturnType<typeof inPairs<number>>>, most: number): Figure => ({
  name,
  ...measured,
  unit: 'ms',
  bound: { oursAtMost: most },
});
