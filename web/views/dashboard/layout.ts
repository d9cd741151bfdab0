import type { ComponentType, HTMLAttributes, ReactNode, RefObject } from 'react';
import type { DefinitionOf } from '../props.ts';

export type Widgets = DefinitionOf<'dashboard'>['widgets'];
export type DefinedWidget = Widgets[number];
export type Height = NonNullable<DefinedWidget['height']>;

export const heights: readonly Height[] = ['small', 'medium', 'tall'];
/** Columns of a dashboard. */
export const across = 4;

export interface ArrangedCellProps {
  readonly look: HTMLAttributes<HTMLElement>;
  readonly widgets: Widgets;
  readonly asked: DefinedWidget;
  /** Takes widgets in another order or of other sizes. */
  readonly set: (widgets: Widgets) => void;
  readonly grid: RefObject<HTMLElement | null>;
  /** The ID of the widget that is dragged. */
  readonly held: string | undefined;
  readonly hold: (id: string | undefined) => void;
  readonly children: ReactNode;
}

export interface Arranging {
  /** Stands around each widget. Apps in chats do without. */
  readonly Cell: ComponentType<ArrangedCellProps>;
  readonly set: (widgets: Widgets) => void;
}

interface Size {
  readonly width: number;
  readonly height: Height;
}

const isNumber = ({ type }: DefinedWidget) => type === 'number';

/** How many columns a widget takes, and how high it is. */
export const sizeOf = (widget: DefinedWidget): Size => ({
  width: widget.width ?? (isNumber(widget) ? 1 : 2),
  height: widget.height ?? (isNumber(widget) ? 'small' : 'medium'),
});

/** Whether a widget begins a row. Where nobody gave widths, charts do not stand beside big figures. */
export const beginsRow = (widgets: Widgets, index: number): boolean => {
  const [widget, last] = [widgets[index]!, widgets[index - 1]];
  return widget.width === undefined && last !== undefined && isNumber(last) !== isNumber(widget);
};

/** The widgets with the sizes that they are shown in. */
export const sized = (widgets: Widgets): Widgets => widgets.map((widget) => ({ ...widget, ...sizeOf(widget) }));

/** A widget before or behind its neighbour. */
export function shifted(widgets: Widgets, id: string, by: 1 | -1): Widgets {
  const from = widgets.findIndex((widget) => widget.id === id);
  const to = Math.max(0, Math.min(from + by, widgets.length - 1));
  return widgets.toSpliced(from, 1).toSpliced(to, 0, widgets[from]!);
}

/** A widget in the place of another, which moves on. */
export function placed(widgets: Widgets, id: string, at: string): Widgets {
  const [from, to] = [id, at].map((one) => widgets.findIndex((widget) => widget.id === one)) as [number, number];
  return widgets.toSpliced(from, 1).toSpliced(to, 0, widgets[from]!);
}

/** A widget wider or higher by steps, within what there is. */
export const resized = (widgets: Widgets, id: string, { wider = 0, higher = 0 }): Widgets =>
  widgets.map((widget) => {
    if (widget.id !== id) return widget;
    const { width, height } = sizeOf(widget);
    const step = Math.max(0, Math.min(heights.indexOf(height) + higher, heights.length - 1));
    return { ...widget, width: Math.max(1, Math.min(width + wider, across)), height: heights[step]! };
  });

/** The order and sizes of some widgets on others of the same IDs, such as those of a newer version. */
export function arrangedAs(widgets: Widgets, arranged: Widgets): Widgets {
  const placeOf = ({ id }: DefinedWidget) => {
    const place = arranged.findIndex((one) => one.id === id);
    return place < 0 ? arranged.length : place;
  };
  return widgets
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((widget) => {
      const { width, height } = arranged.find(({ id }) => id === widget.id) ?? widget;
      return { ...widget, ...(width && { width }), ...(height && { height }) };
    });
}
