import { start } from '../start.tsx';
import { QueryApp } from './query-app.tsx';

start('Figures of the workspace', QueryApp);
