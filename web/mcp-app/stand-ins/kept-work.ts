type Kept<Input> = { readonly input: Input; readonly sent?: object | undefined };

/** A chat keeps nothing. Work is done once, and its failure is told. */
export const untilAnswered = <Input, Result>(
  input: Input,
  attempt: (kept: Kept<Input>, save: (sent: object | undefined) => Promise<void>) => Promise<Result>,
): Promise<Result> => attempt({ input }, async () => {});
