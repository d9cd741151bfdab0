import type { Page } from 'playwright-core';
import type { Show } from '../../support/showcase.ts';
import type { Place } from '../workplace.ts';

/** Where a program that shows apps runs. */
interface ChatRoom {
  /** The folder of its packages. */
  readonly installed: string;
  /** A new folder that is its home. */
  readonly home: string;
  readonly place: Place;
}

/** A program that shows apps. */
export interface ChatProgram {
  readonly name: string;
  /** The npm packages, its own first. */
  readonly packages: readonly string[];
  readonly start: (room: ChatRoom) => Promise<Started>;
}

export interface Started {
  /** Shows an answer as an app. The app is the innermost frame of the page. */
  readonly show: (page: Page, show: Show, theme: 'light' | 'dark') => Promise<void>;
  readonly close: () => Promise<void>;
}
