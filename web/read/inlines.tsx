import type { Nodes, Reference } from 'mdast';
import { anchorOf } from './anchors.ts';
import { textOf, useReading } from './context.ts';
import styles from './markdown.module.css';
import { Shown } from '../ui/shown.tsx';
import { ImageLink } from './image-link.tsx';
import { TextLink } from './text-link.tsx';
import { Link } from '../ui/link.tsx';

export const Inlines = ({ nodes }: { nodes: readonly Nodes[] }) =>
  nodes.map((node, index) => <Inline key={index} node={node} />);

function Inline({ node }: { node: Nodes }) {
  switch (node.type) {
    case 'text':
      return <Named text={node.value} />;
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case 'delete':
      return (
        <del>
          <Inlines nodes={node.children} />
        </del>
      );
    case 'inlineCode':
      return (
        <code>
          <Shown text={node.value} />
        </code>
      );
    case 'break':
      return <br />;
    case 'html':
      return (
        <code className={styles.html}>
          <Shown text={node.value} />
        </code>
      );
    case 'link':
      return (
        <TextLink to={node.url}>
          <Inlines nodes={node.children} />
        </TextLink>
      );
    case 'image':
      return <ImageLink url={node.url} alt={node.alt ?? ''} />;
    case 'linkReference':
      return <LinkReference node={node} />;
    case 'imageReference':
      return <ImageReference node={node} />;
    case 'footnoteReference':
      return (
        <sup>
          <a href={`#note-${anchorOf(node.identifier)}`}>{node.label ?? node.identifier}</a>
        </sup>
      );
    default:
      return 'children' in node ? <Inlines nodes={node.children} /> : <Shown text={textOf(node)} />;
  }
}

function LinkReference({ node }: { node: Reference & { children: Nodes[] } }) {
  const definition = useReading().definitions.get(node.identifier);
  if (!definition) return <Inlines nodes={node.children} />;
  return (
    <TextLink to={definition.url}>
      <Inlines nodes={node.children} />
    </TextLink>
  );
}

function ImageReference({ node }: { node: Reference & { alt?: string | null } }) {
  const definition = useReading().definitions.get(node.identifier);
  return definition ? <ImageLink url={definition.url} alt={node.alt ?? ''} /> : <Shown text={node.alt ?? ''} />;
}

/** A text in which names lead to what they name. */
function Named({ text }: { text: string }) {
  const { links } = useReading();
  if (!links || links.size === 0) return <Shown text={text} />;
  return partsOf(text, [...links.keys()]).map((part, index) => {
    const url = links.get(part);
    return url === undefined ? (
      <Shown key={index} text={part} />
    ) : (
      <Link key={index} to={url} className={styles.named}>
        <Shown text={part} />
      </Link>
    );
  });
}

/** A text cut before and behind each of these names. Longer names are found first. */
function partsOf(text: string, names: readonly string[]): string[] {
  const longest = names.toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name));
  return text.split(new RegExp(`(${longest.join('|')})`));
}
