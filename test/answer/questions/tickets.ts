/** An imported table with choices, people by their names, a day and a number. */
export const tickets = `Subject,Status,Priority,Assignee,Opened on,Hours,Customer
Login broken,Open,High,Mara,2026-01-05,3.5,Brightwater
Export slow,Closed,Low,Jonas,2026-02-11,1.5,Nordhavn
Typo on page,Closed,Low,Mara,2026-03-02,0.5,Atlas
Crash at start,Open,High,Ines,2026-06-20,8,Nordhavn
Wrong total,Pending,Medium,Jonas,2026-11-04,2,Atlas
Second crash,Open,Medium,Mara,2026-11-12,6,Brightwater
Refund missing,Closed,High,Ines,2025-12-28,4,Atlas
`;
