import { start } from '../start.tsx';
import { ArtifactApp } from './artifact-app.tsx';

start('A document or sheet of the workspace', ArtifactApp);
