import { Command, type Option } from 'commander';

/** The parts of commander that its types leave out. */
interface Refusing {
  unknownOption(flag: string): never;
  missingMandatoryOptionValue(option: Option): never;
}

const refusing = Command.prototype as unknown as Refusing;

/** Names a mistyped option first, because it may be the required one. */
export class StrictCommand extends Command {
  override createCommand(name?: string): Command {
    return new StrictCommand(name);
  }

  protected missingMandatoryOptionValue(option: Option): never {
    const unknown = this.args.find((arg) => arg.startsWith('--'));
    if (unknown !== undefined) refusing.unknownOption.call(this, unknown);
    return refusing.missingMandatoryOptionValue.call(this, option);
  }
}
