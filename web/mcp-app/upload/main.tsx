import { start } from '../start.tsx';
import { UploadApp } from './upload-app.tsx';

start('Upload to the workspace', UploadApp);
