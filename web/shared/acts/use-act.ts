import { type QueryKey, useMutation } from '@tanstack/react-query';
import { cache } from '../../data/cache.ts';
import { sentenceOf } from '../../data/problems.ts';
import { tell } from '../../ui/overlays/toast.tsx';

interface Act<Input, Output> {
  readonly act: (input: Input) => Promise<Output>;
  /** The answers that it changes. */
  readonly stale: readonly QueryKey[];
  readonly done?: (output: Output, input: Input) => void;
  /** A form shows refusals itself; elsewhere they are told. */
  readonly isForm?: boolean;
}

/** Changes something in the workspace. The answers it concerns are read again. */
export const useAct = <Input, Output>({ act, stale, done, isForm = false }: Act<Input, Output>) =>
  useMutation({
    mutationFn: act,
    async onSuccess(output, input) {
      done?.(output, input);
      await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!isForm) tell(sentenceOf(error));
    },
  });
