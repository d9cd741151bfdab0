import type { Browser, CDPSession, Page } from 'playwright-core';

/** A tab of a browser, whose processor and network can be made slow. Expressions run in its page. */
export class Tab {
  readonly #page: Page;
  readonly #protocol: CDPSession;

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page;
    this.#protocol = protocol;
  }

  static async opened(browser: Browser): Promise<Tab> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    return new Tab(page, await context.newCDPSession(page));
  }

  close(): Promise<void> {
    return this.#page.context().close();
  }

  /** Slows the processor down by this factor from now on. */
  async slowBy(rate: number): Promise<void> {
    await this.#protocol.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** From now on nothing is kept, and all comes over a line of 10 Mbit/s and 40 ms. */
  async farAway(): Promise<void> {
    await this.#protocol.send('Network.enable');
    await this.#protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
    const throughput = 10_000_000 / 8;
    const line = { offline: false, latency: 40, downloadThroughput: throughput, uploadThroughput: throughput };
    await this.#protocol.send('Network.emulateNetworkConditions', line);
  }

  /** Loads a page. Returns the milliseconds until a frame in which `isShown` holds. */
  async load(url: string, isShown: string): Promise<number> {
    await this.#page.goto(url, { waitUntil: 'commit' });
    return this.evaluate(`new Promise(${untilFrame(isShown)})`);
  }

  /** Does something on the page. Returns the milliseconds until a frame in which `isShown` holds. */
  act(work: string, isShown: string): Promise<number> {
    return this.evaluate(
      `{ const began = performance.now(); ${work}; new Promise(${untilFrame(isShown)}).then((at) => at - began); }`,
    );
  }

  /** When the largest thing so far was painted, in milliseconds after the load began. */
  largestPaint(): Promise<number> {
    return this.evaluate(`new Promise((resolve) => {
      const largest = (list) => resolve(list.getEntries().at(-1).startTime);
      new PerformanceObserver(largest).observe({ type: 'largest-contentful-paint', buffered: true });
    })`);
  }

  evaluate<Value>(expression: string): Promise<Value> {
    return this.#page.evaluate(expression) as Promise<Value>;
  }

  focus(selector: string): Promise<void> {
    return this.#page
      .locator(selector)
      .first()
      .click({ position: { x: 30, y: 10 } });
  }

  /** Presses one key after the other, each when the frame of the one before is made. Returns the milliseconds from each to its frame. */
  async press(keys: readonly string[]): Promise<number[]> {
    await this.evaluate(`{
      globalThis.times = [];
      globalThis.heard ??= addEventListener('keydown', ({ timeStamp, key }) => {
        if (['Control', 'Shift'].includes(key)) return;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage('');
        });
      }, true) ?? true;
    }`);
    for (const [number, key] of keys.entries()) {
      await this.#page.keyboard.press(key);
      await this.evaluate(`new Promise(${untilFrame(`times.length > ${number}`)})`);
    }
    return this.evaluate('times');
  }

  /** Turns the wheel as long, at most once a frame. Returns the milliseconds between frames. */
  async wheel(milliseconds: number): Promise<number[]> {
    await this.#page.mouse.move(640, 500);
    const frames = this.evaluate<number[]>(`new Promise((resolve) => {
      const at = [];
      const next = (now) => {
        at.push(now);
        if (now - at[0] < ${milliseconds}) return requestAnimationFrame(next);
        resolve(at.slice(1).map((each, index) => each - at[index]));
      };
      requestAnimationFrame(next);
    })`);
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      await this.#page.mouse.wheel(0, 200);
      await this.evaluate('new Promise(requestAnimationFrame)');
    }
    return frames;
  }
}

/** Resolves with the time at which a frame has been made in which it holds. */
const untilFrame = (holds: string) => `(resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  const look = () => (${holds}) ? port2.postMessage('') : requestAnimationFrame(look);
  requestAnimationFrame(look);
}`;
