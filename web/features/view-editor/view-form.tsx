import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { Renderer, ViewDefinition } from '../../../schemas/views.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { FiltersEditor } from '../../shared/filters/filters-editor.tsx';
import { asQueryFilters, asViewFilters } from '../../shared/filters/names.ts';
import { filtersOf, isFinished, treeOf } from '../../shared/filters/tree.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons, Choice, Form, TextField } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Failure } from '../../ui/states.tsx';
import { begun, isPossible, renderers, withoutBoard } from './beginning.ts';
import { Parts } from './parts.tsx';
import { PeriodOfData } from './period-of-data.tsx';
import styles from './view-editor.module.css';

interface ViewFormProps {
  readonly initial: ViewDefinition;
  readonly fields: readonly Field[];
  readonly channelId: string;
  /** Whether nobody has saved it yet. */
  readonly isNew?: boolean;
  /** Where one comes back to without saving. */
  readonly back: string;
  readonly saving: { readonly error: unknown; readonly isPending: boolean };
  readonly save: (definition: ViewDefinition) => void;
  /** Saves the same under its name as another View. */
  readonly saveAs?: ((definition: ViewDefinition) => void) | undefined;
}

/** The definition of a View, as the operation takes it. */
export function ViewForm({ initial, fields, channelId, isNew = false, back, saving, save, saveAs }: ViewFormProps) {
  const [draft, setDraft] = useState(initial);
  const [nodes, setNodes] = useState(() => treeOf(asQueryFilters(initial.filters ?? []), fields));
  const { error, isPending } = saving;
  const isWhole = isFinished(nodes);
  const whole = (): ViewDefinition => ({ ...draft, filters: savedFilters(asViewFilters(filtersOf(nodes))) });
  const submit = () => {
    if (isWhole && !isPending) save(whole());
  };
  useSaveKey(submit);
  const { name, objectTypeId } = draft;
  const [isBegun, setBegun] = useState(isNew);
  const choose = (renderer: Renderer) => {
    setBegun(true);
    setDraft(begun(renderer, fields, { name, objectTypeId }));
  };
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Name"
        required
        value={name}
        mistake={mistakeOf(error, 'name')}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <Choice
        label="Kind"
        hint={`${renderers[draft.renderer].about} ${isPossible('board', fields) ? '' : withoutBoard}`}
        mistake={mistakeOf(error, 'renderer')}
        value={draft.renderer}
        options={(Object.keys(renderers) as Renderer[])
          .filter((one) => one === draft.renderer || isPossible(one, fields))
          .map((value) => ({ value, label: renderers[value].label }))}
        onChange={({ target }) => choose(target.value as Renderer)}
      />
      <Parts draft={draft} set={setDraft} fields={fields} error={error} />
      {isBegun && draft.renderer === 'pivot_table' && (
        <PeriodOfData
          channelId={channelId}
          draft={draft}
          set={(period) => setDraft((now) => (now.renderer === 'pivot_table' ? { ...now, period } : now))}
        />
      )}
      <Section title="Only records where">
        <FiltersEditor nodes={nodes} set={setNodes} fields={fields} />
        {!isWhole && <p className={styles.hint}>Each condition needs a value before the View can be saved.</p>}
      </Section>
      {error != null && <Mistakes error={error} />}
      <Buttons>
        <ButtonLink to={back}>Cancel</ButtonLink>
        {saveAs && (
          <Button disabled={!isWhole || isPending} onClick={() => saveAs(whole())}>
            Save as a new View
          </Button>
        )}
        <Button look="primary" type="submit" disabled={!isWhole || isPending}>
          Save
        </Button>
      </Buttons>
    </Form>
  );
}

const savedFilters = (filters: ViewFilters): ViewFilters | undefined => (filters.length === 0 ? undefined : filters);

/** Mistakes, each with its place. */
function Mistakes({ error }: { error: unknown }) {
  const errors = error instanceof WorkspaceError ? (error.extras.errors ?? []) : [];
  if (errors.length === 0) return <Failure sentence={sentenceOf(error)} />;
  return (
    <div role="alert" className={styles.mistakes}>
      <p>The View is not saved yet:</p>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={path}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
