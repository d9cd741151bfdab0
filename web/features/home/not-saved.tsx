import { Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';
import type { Unsaved } from './unsaved.ts';
import { UnsavedRow } from './unsaved-row.tsx';

/** Documents and sheets that were written in this browser and are not stored, wherever they were written. */
export const NotSaved = ({ found }: { found: readonly Unsaved[] }) => (
  <Section title="Not saved yet" about="This browser keeps it until you save it, discard it or sign out.">
    <Rows label="Not saved yet">
      {found.map((one) => (
        <UnsavedRow key={`${one.of} ${one.base}`} unsaved={one} />
      ))}
    </Rows>
  </Section>
);
