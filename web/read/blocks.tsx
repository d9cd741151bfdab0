import type { Heading, List, ListItem, RootContent, Table } from 'mdast';
import { anchorOf } from './anchors.ts';
import { textOf, useReading } from './context.ts';
import { Inlines } from './inlines.tsx';
import styles from './markdown.module.css';
import { Shown } from '../ui/shown.tsx';

/** The blocks of a text in order. A text is shown anew as a whole, so a block's place identifies it. */
export const Blocks = ({ nodes }: { nodes: readonly RootContent[] }) =>
  nodes.map((node, index) => <Block key={index} node={node} />);

function Block({ node }: { node: RootContent }) {
  switch (node.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={node.children} />
        </p>
      );
    case 'heading':
      return <HeadingBlock node={node} />;
    case 'list':
      return <ListBlock node={node} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks nodes={node.children} />
        </blockquote>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>
            <Shown text={node.value} />
          </code>
        </pre>
      );
    case 'html':
      return (
        <pre className={styles.html} tabIndex={0}>
          <code>
            <Shown text={node.value} />
          </code>
        </pre>
      );
    case 'thematicBreak':
      return <hr />;
    case 'table':
      return <TableBlock node={node} />;
    case 'footnoteDefinition':
      return (
        <div className={styles.footnote} id={`note-${anchorOf(node.identifier)}`}>
          <sup>{node.label ?? node.identifier}</sup>
          <div>
            <Blocks nodes={node.children} />
          </div>
        </div>
      );
    case 'definition':
      return null;
    default:
      return <Inlines nodes={[node]} />;
  }
}

/** The page's own title is the first level, so headings of a text begin at the second. */
function HeadingBlock({ node }: { node: Heading }) {
  const { anchors } = useReading();
  const Tag = `h${Math.min(node.depth + 1, 6)}` as 'h2';
  return (
    <Tag className={styles[`heading${node.depth}`]} id={anchors.get(node)}>
      <Inlines nodes={node.children} />
    </Tag>
  );
}

function ListBlock({ node }: { node: List }) {
  const items = node.children.map((item, index) => <Item key={index} node={item} isTight={node.spread !== true} />);
  if (!node.ordered) return <ul>{items}</ul>;
  return <ol {...(node.start != null && node.start !== 1 && { start: node.start })}>{items}</ol>;
}

function Item({ node, isTight }: { node: ListItem; isTight: boolean }) {
  const isTask = node.checked != null;
  return (
    <li className={isTask ? styles.task : undefined}>
      {isTask && <Box node={node} />}
      <div className={isTask ? undefined : styles.item}>
        {node.children.map((child, index) =>
          isTight && child.type === 'paragraph' ? (
            <Inlines key={index} nodes={child.children} />
          ) : (
            <Block key={index} node={child} />
          ),
        )}
      </div>
    </li>
  );
}

/** The box of a task. Who may change the text ticks it. */
function Box({ node }: { node: ListItem }) {
  const { tick, markOf } = useReading();
  const at = markOf(node);
  const [words] = node.children;
  return (
    <input
      type="checkbox"
      checked={node.checked === true}
      disabled={!tick || at === undefined}
      aria-label={words ? textOf(words) : 'Task'}
      onChange={({ target }) => tick?.(at!, target.checked)}
    />
  );
}

function TableBlock({ node }: { node: Table }) {
  const [head, ...rows] = node.children;
  const align = (column: number) => ({ textAlign: node.align?.[column] ?? undefined }) as const;
  return (
    <div className={styles.tableBox} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => (
              <th key={column} scope="col" style={align(column)}>
                <Inlines nodes={cell.children} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column} style={align(column)}>
                  <Inlines nodes={cell.children} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
