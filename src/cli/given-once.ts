import { type Command, InvalidArgumentError, type Option } from 'commander';

/** Refuses a repeated option that takes one value. A parser with two parameters marks an option as repeatable. */
export function givenOnce({ commands, options }: Command): void {
  for (const option of options) if (takesOne(option)) refuseAgain(option);
  for (const command of commands) givenOnce(command);
}

const takesOne = ({ required, optional, variadic, parseArg }: Option) =>
  (required || optional) && !variadic && parseArg?.length !== 2;

function refuseAgain(option: Option): void {
  const { parseArg } = option;
  let isGiven = false;
  option.argParser((value: string, earlier: unknown) => {
    if (isGiven) throw new InvalidArgumentError('It is given twice; which is meant?');
    isGiven = true;
    return parseArg ? parseArg(value, earlier) : value;
  });
}
