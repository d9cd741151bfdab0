import { useMe } from '../../data/queries.ts';
import { Person } from '../../ui/person.tsx';
import type { Artifact } from './queries.ts';

/** Whether a person saved a version in the app themselves. A page that did not save it tells of another tab. */
export const isOwnSave = ({ updatedBy, via }: Artifact, me: string | undefined): boolean =>
  me === updatedBy.id && via.agent === undefined && via.interface === 'app';

/** Who saved a version that did not come from this page, and through what. */
export function SavedBy({ of, what = `version ${of.versionNumber}` }: { of: Artifact; what?: string }) {
  const me = useMe()?.userId;
  if (isOwnSave(of, me)) return `You saved ${what} in another tab`;
  return (
    <>
      <Person person={of.updatedBy} via={of.via} /> saved {what}
    </>
  );
}

/** The same in plain words. */
export function savedByWords(of: Artifact, me: string | undefined): string {
  const version = `version ${of.versionNumber}`;
  return isOwnSave(of, me) ? `You saved ${version} in another tab` : `${makerOf(of)} saved ${version}`;
}

/** Who made a version, and through which agent. */
export const makerOf = ({ updatedBy, via }: Artifact): string =>
  via.agent ? `${updatedBy.name} via ${via.agent.name}` : updatedBy.name;
