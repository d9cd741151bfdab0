import type { Field } from '../../../schemas/fields.ts';
import { Button } from '../../ui/button.tsx';
import { metricWords } from '../../fields/words.ts';
import { type Metric, newMetric } from './beginning.ts';
import { MetricChoice } from './metric-choice.tsx';
import { OrderedList } from './ordered-list.tsx';

interface MetricsChoiceProps {
  readonly metrics: readonly Metric[];
  readonly fields: readonly Field[];
  readonly set: (metrics: Metric[]) => void;
}

/** The figures of a widget. Their aliases stay, because orders and conditions name them. */
export const MetricsChoice = ({ metrics, fields, set }: MetricsChoiceProps) => (
  <OrderedList
    label="Figures"
    none="The groups alone."
    items={metrics}
    set={set}
    keyOf={({ alias }) => alias}
    nameOf={(metric) => metricWords(metric, fields)}
    adding={
      <Button look="quiet" icon="plus" onClick={() => set([...metrics, newMetric(metrics)])}>
        Add a figure
      </Button>
    }
  >
    {(metric, change) => (
      <MetricChoice
        label="Figure"
        metric={metric}
        fields={fields}
        set={(next) => change({ ...metric, ...next, field: next.field })}
      />
    )}
  </OrderedList>
);
