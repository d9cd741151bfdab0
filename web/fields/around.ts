import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { FieldType } from '../../schemas/fields.ts';

/** The types of fields whose values are IDs of things with a page of their own. */
export type ReferenceType = Extract<FieldType, 'record' | 'artifact' | 'file' | 'session'>;

/** Shows what a field knows by ID only: people, other resources, and the page of a record. */
export interface Around {
  readonly PersonName: ComponentType<{ readonly id: string }>;
  readonly Reference: ComponentType<{
    readonly type: ReferenceType;
    readonly id: string;
    /** The Data Set of a record. */
    readonly dataSetId?: string | undefined;
  }>;
  readonly RecordLink: ComponentType<{
    readonly id: string;
    readonly className?: string;
    readonly children: ReactNode;
  }>;
}

/** Without an app around them, values show their IDs. */
const AroundContext = createContext<Around>({
  PersonName: ({ id }) => id,
  Reference: ({ id }) => id,
  RecordLink: ({ children }) => children,
});

export const AroundFields = AroundContext.Provider;
export const useAround = (): Around => use(AroundContext);
