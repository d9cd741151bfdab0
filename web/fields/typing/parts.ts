/** The editors of cells that are typed into. A page loads them once its table stands. */
export { SoughtChoice } from './sought-choice.tsx';
export { TypedMoment } from './typed-moment.tsx';
