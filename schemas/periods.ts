/** The periods that a date is within, as filters name them. Plain data, which the app shows. */
export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'past_7_days',
  'past_30_days',
  'next_7_days',
  'next_30_days',
] as const;
