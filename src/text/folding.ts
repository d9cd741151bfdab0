export { folded, withoutMarks } from '../../schemas/folding.ts';
