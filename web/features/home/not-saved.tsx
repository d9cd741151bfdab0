import { Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';
import type { Unsaved } from './unsaved.ts';
import { UnsavedRow } from './unsaved-row.tsx';
import { UnsentRow } from './unsent-row.tsx';

/** All that was written in this browser and is not stored, wherever it was written. */
export const NotSaved = ({ found }: { found: readonly Unsaved[] }) => (
  <Section title="Not saved yet" about="This browser keeps it until you save or send it, discard it or sign out.">
    <Rows label="Not saved yet">
      {found.map((one) => {
        const RowOf = one.kind === 'message' ? UnsentRow : UnsavedRow;
        return <RowOf key={`${one.of} ${one.base}`} unsaved={one} />;
      })}
    </Rows>
  </Section>
);
