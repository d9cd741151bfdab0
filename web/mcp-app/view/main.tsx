import { settleInSandbox } from '../sandbox.ts';
import { start } from '../start.tsx';
import { ViewApp } from './view-app.tsx';

settleInSandbox();
start('A View of the workspace', ViewApp);
