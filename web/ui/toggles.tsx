import styles from './toggles.module.css';

interface TogglesProps<Value extends string> {
  /** The name of the choice: "Kinds". */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly choose: (chosen: Value[]) => void;
}

/** Choices of which any number may be on. None means all. */
export const Toggles = <Value extends string>({ label, options, chosen, choose }: TogglesProps<Value>) => (
  <div className={styles.toggles} role="group" aria-label={label}>
    {options.map((option) => (
      <Toggle
        key={option.value}
        label={option.label}
        isOn={chosen.includes(option.value)}
        turn={(isOn) => choose(isOn ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))}
      />
    ))}
  </div>
);

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
}

/** A filter that is on or off. */
export const Toggle = ({ label, isOn, turn }: ToggleProps) => (
  <button type="button" aria-pressed={isOn} className={styles.toggle} onClick={() => turn(!isOn)}>
    {label}
  </button>
);
