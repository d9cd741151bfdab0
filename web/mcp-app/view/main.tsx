import { start } from '../start.tsx';
import { ViewApp } from './view-app.tsx';

start('A View of the workspace', ViewApp);
