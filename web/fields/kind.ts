import type { ComponentType, ReactNode } from 'react';
import type { Shape } from './shape.ts';

/** A field whose value is edited: its shape, its name, and whether it holds a list. */
export interface EditedField extends Shape {
  readonly label: string;
  readonly multiple?: boolean | undefined;
}

/** Ties a control to its label and its mistake. A form gives an ID, a table a name. */
interface ControlProps {
  readonly id?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

export interface EditorProps {
  readonly field: EditedField;
  /** Where editing begins. An editor keeps what is typed, so another value needs another `key`. */
  readonly value: unknown;
  /** `null` clears the value. Text that cannot be read stays text, which the workspace refuses with the reason. */
  readonly set: (value: unknown) => void;
  readonly control: ControlProps;
}

type Editor = ComponentType<EditorProps>;

export interface TypingProps extends EditorProps {
  /** Takes a value over. */
  readonly done: (value: unknown) => void;
}

/** All that a field type brings to the app. */
export interface FieldKind {
  /** Shows one value, also of a field that holds a list of them. */
  readonly Cell: (props: { readonly value: unknown; readonly shape: Shape }) => ReactNode;
  readonly Editor: Editor;
  /** How a cell of a table is edited: typed or chosen in place, turned at once, or in a dialog. */
  readonly inTable: 'typed' | 'chosen' | 'turned' | 'dialog';
  /** The editor of a dialog, if it differs. `done` takes the value over. */
  readonly Large?: ComponentType<TypingProps>;
  /** The editor of a cell that is typed into, if it differs. */
  readonly Typing?: ComponentType<TypingProps>;
  /** The inputs of a condition, with one value and with several. */
  readonly filter: { readonly one: Editor; readonly several: Editor };
  /** One value as a spreadsheet has it. People and references are IDs. */
  readonly write: (value: unknown, shape: Shape) => string;
  /** One value as a spreadsheet gives it; not for empty text. */
  readonly read: (text: string, shape: Shape) => unknown;
}
