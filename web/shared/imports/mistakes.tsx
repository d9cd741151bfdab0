import { mistakeLimits } from '../../../schemas/limits.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { Shown } from '../../ui/shown.tsx';

const shownMistakes = mistakeLimits.mistakesListed;

/** The first cells that do not fit, by their rows. */
export function Mistakes({ of: error }: { of: unknown }) {
  const all = error instanceof WorkspaceError ? (error.extras.errors ?? []) : [];
  const mistakes = all.filter(({ path }) => path !== '/name' && path !== '/sheet');
  if (mistakes.length === 0) return null;
  return (
    <ul>
      {mistakes.slice(0, shownMistakes).map(({ path, message }, place) => (
        <li key={place}>
          <Shown text={`${path}: ${message}`} />
        </li>
      ))}
      {mistakes.length > shownMistakes && <li>and {mistakes.length - shownMistakes} more</li>}
    </ul>
  );
}
