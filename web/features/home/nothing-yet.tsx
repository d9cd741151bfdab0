import { useChannels } from '../../data/queries.ts';
import { waysToAdd } from '../../shared/adding/ways-to-add.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './home-page.module.css';

/** The ways that need nothing that is there before. */
const firstWays = new Set(['Document', 'Sheet', 'Upload files']);

/** The first step in a workspace where nothing was added: something in a channel that the person writes in. */
export function NothingYet() {
  const channel = useChannels()?.find(({ role }) => role !== 'reader');
  if (!channel) return null;
  return (
    <Empty title="Nothing was added yet.">
      <p>
        Begin with one of these in <Shown text={channel.label} />, or ask an agent to add something there.
      </p>
      <p className={styles.ways}>
        {waysToAdd(channel.slug)
          .filter(({ label }) => firstWays.has(label))
          .map(({ label, icon, path }) => (
            <ButtonLink key={path} to={path} icon={icon}>
              {label}
            </ButtonLink>
          ))}
      </p>
    </Empty>
  );
}
