import type { FieldType } from '../../schemas/fields.ts';

/** The field types in the words of a person. */
export const typeNames: Record<FieldType, string> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  currency: 'Amount of money',
  percent: 'Percent',
  checkbox: 'Yes or no',
  date: 'Day',
  date_time: 'Time',
  select: 'One choice',
  multi_select: 'Several choices',
  user: 'Person',
  url: 'Web address',
  email: 'Email address',
  phone: 'Phone number',
  record: 'Record',
  file: 'File',
  artifact: 'Document or sheet',
  session: 'Conversation',
};
