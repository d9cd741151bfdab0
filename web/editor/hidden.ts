import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { hiddenCharacters, shown } from '../../schemas/shown.ts';

/** A hidden character as its code, as everywhere else in the app. */
class Badge extends WidgetType {
  readonly code: string;

  constructor(code: string) {
    super();
    this.code = code;
  }

  override eq({ code }: Badge): boolean {
    return code === this.code;
  }

  toDOM(): HTMLElement {
    const badge = document.createElement('span');
    badge.className = 'cm-hidden-character';
    badge.title = 'A hidden character';
    badge.textContent = this.code;
    return badge;
  }
}

const badges = new MatchDecorator({
  regexp: hiddenCharacters(),
  decorate(add, from, to, [found]) {
    const escaped = shown(found);
    // Some sequences that the rule finds are needed, such as flags.
    if (escaped !== found) add(from, to, Decoration.replace({ widget: new Badge(escaped.slice(3, -1)) }));
  },
});

class Hidden {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = badges.createDeco(view);
  }

  update(update: ViewUpdate): void {
    this.decorations = badges.updateDeco(update, this.decorations);
  }
}

/** Shows hidden characters as badges. The cursor steps over each as one. */
export const hidden = ViewPlugin.fromClass(Hidden, {
  decorations: ({ decorations }) => decorations,
  provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
});
