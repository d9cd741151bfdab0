import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { FieldType } from '../../schemas/fields.ts';

/** The types of fields whose values are IDs of things with a page of their own. */
export type ReferenceType = Extract<FieldType, 'record' | 'artifact' | 'file' | 'session'>;
/** The types of fields whose values are picked. */
export type PickedType = ReferenceType | 'user';

export interface PickListProps {
  readonly type: PickedType;
  readonly picked: readonly string[];
  /** Picks a thing; one that is picked already is taken away. */
  readonly pick: (id: string) => void;
  /** The Data Set of records. */
  readonly dataSetId?: string | undefined;
}

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
  /** Finds people or things to pick, and makes new ones. */
  readonly PickList: ComponentType<PickListProps>;
  /** The name behind an ID, if it is known already. */
  readonly nameOf: (type: PickedType, id: string) => string | undefined;
}

/** Without an app around them, values show their IDs. */
const AroundContext = createContext<Around>({
  PersonName: ({ id }) => id,
  Reference: ({ id }) => id,
  RecordLink: ({ children }) => children,
  PickList: () => null,
  nameOf: () => undefined,
});

export const AroundFields = AroundContext.Provider;
export const useAround = (): Around => use(AroundContext);
