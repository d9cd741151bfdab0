import type { FieldType } from '../../schemas/fields.ts';
import type { FieldKind } from './kind.ts';
import type { Shape } from './shape.ts';
import { artifact } from './types/artifact.ts';
import { checkbox } from './types/checkbox.tsx';
import { currency } from './types/currency.ts';
import { date } from './types/date.tsx';
import { dateTime } from './types/date-time.tsx';
import { email } from './types/email.ts';
import { file } from './types/file.ts';
import { longText } from './types/long-text.tsx';
import { multiSelect } from './types/multi-select.ts';
import { number } from './types/number.ts';
import { percent } from './types/percent.ts';
import { phone } from './types/phone.ts';
import { record } from './types/record.ts';
import { select } from './types/select.ts';
import { session } from './types/session.ts';
import { text } from './types/text.ts';
import { url } from './types/url.ts';
import { user } from './types/user.ts';

/** The field types as the app shows and edits them. */
const kinds: Record<FieldType, FieldKind> = {
  text,
  long_text: longText,
  number,
  currency,
  percent,
  checkbox,
  date,
  date_time: dateTime,
  select,
  multi_select: multiSelect,
  user,
  url,
  email,
  phone,
  record,
  file,
  artifact,
  session,
};

/** An ID in an answer is a text. */
export const kindOf = ({ type }: Pick<Shape, 'type'>): FieldKind => (type === 'id' ? text : kinds[type]);
