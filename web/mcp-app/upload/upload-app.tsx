import { useRef, useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { sentenceOf } from '../../data/problems.ts';
import { newKey } from '../../data/keys.ts';
import { Button } from '../../ui/button.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Link } from '../../ui/link.tsx';
import { Failure } from '../../ui/states.tsx';
import { Shown } from '../../ui/shown.tsx';
import { answerIn, call } from '../calls.ts';
import { type Answered, Head, Unshown } from '../frame.tsx';
import { hostCan, openLink, tellModel } from '../host.ts';
import { learnHome } from '../places.ts';
import { base64Of } from './base64.ts';
import styles from './upload-app.module.css';

/** The answer of `workspace_file_upload_prepare` for an app. */
interface Prepared {
  readonly fields: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly example: string;
  readonly handoffUrl: string;
  readonly channel?: { readonly slug: string; readonly name: string } | undefined;
}

type State =
  | { readonly is: 'asked' }
  | { readonly is: 'large'; readonly file: File }
  | { readonly is: 'sending'; readonly file: File }
  | { readonly is: 'stored'; readonly name: string; readonly url: string }
  | { readonly is: 'failed'; readonly sentence: string };

/** Takes a file from the person. A small one goes through the chat, a larger one by the page of the workspace. */
export function UploadApp({ result }: Answered) {
  const [state, setState] = useState<State>({ is: 'asked' });
  const prepared = answerIn(result) as Prepared | undefined;
  if (!prepared?.handoffUrl) return <Unshown sentence="The answer does not say where a file goes. Ask once more." />;
  const { fields, channel, handoffUrl, maxBytes, example } = prepared;
  learnHome(handoffUrl);
  const take = async (file: File) => {
    if (!goesThroughChat(file, fields)) return setState({ is: 'large', file });
    setState({ is: 'sending', file });
    setState(await send(file, fields));
  };
  return (
    <>
      <Head
        title="Upload a file"
        about={
          <span>
            {channel ? (
              <>
                It goes to <Shown text={channel.name} />, where everybody who reads this channel can read it.
              </>
            ) : (
              placeWords(fields)
            )}{' '}
            At most {bytesText(maxBytes)}.
          </span>
        }
      />
      <Told state={state} handoffUrl={handoffUrl} />
      {state.is !== 'sending' && (
        <Choose isAgain={state.is === 'stored'} take={(file) => void take(file)} handoffUrl={handoffUrl} />
      )}
      <details className={styles.command}>
        <summary>Or send it by a command</summary>
        <pre tabIndex={0}>
          <Shown text={example} />
        </pre>
      </details>
    </>
  );
}

function placeWords({ channelId, sessionId, recordId }: Prepared['fields']): string {
  if (recordId !== undefined) return 'It goes to a record, where everybody who reads the record can read it.';
  if (sessionId !== undefined) return 'It goes to a conversation, where everybody who reads it can read the file.';
  if (channelId !== undefined) return 'It goes to a channel, where everybody who reads the channel can read it.';
  return 'It is yours alone until it is attached to something.';
}

/** The tool for small files attaches to channels alone. */
const goesThroughChat = ({ size }: File, { sessionId, recordId }: Prepared['fields']): boolean =>
  hostCan('serverTools') && size <= limits.inlineUploadBytes && sessionId === undefined && recordId === undefined;

async function send(file: File, { channelId, sha256 }: Prepared['fields']): Promise<State> {
  try {
    const { file: stored } = await call<{ file: { id: string; fileName: string; url: string } }>(
      'workspace_file_upload',
      {
        fileName: file.name,
        contentType: file.type || 'application/octet-stream',
        contentBase64: base64Of(new Uint8Array(await file.arrayBuffer())),
        ...(channelId !== undefined && { channelId }),
        ...(sha256 !== undefined && { sha256 }),
        idempotencyKey: newKey(),
      },
    );
    tellModel(`The person uploaded the file ${stored.id} in the app. Read it with workspace_file_get.`);
    return { is: 'stored', name: stored.fileName, url: stored.url };
  } catch (error) {
    return { is: 'failed', sentence: sentenceOf(error) };
  }
}

function Told({ state, handoffUrl }: { state: State; handoffUrl: string }) {
  switch (state.is) {
    case 'sending':
      return <p role="status">Sending “{state.file.name}” …</p>;
    case 'large':
      return (
        <p role="status">
          “<Shown text={state.file.name} />” has {bytesText(state.file.size)}
          {state.file.size > limits.inlineUploadBytes
            ? ', which is more than a chat passes on'
            : ', and this chat does not pass it on to that place'}
          . Choose it once more on <Link to={handoffUrl}>the upload page</Link>.
        </p>
      );
    case 'stored':
      return (
        <p role="status">
          Stored:{' '}
          <Link to={state.url}>
            <Shown text={state.name} />
          </Link>
        </p>
      );
    case 'failed':
      return <Failure sentence={state.sentence} />;
    case 'asked':
      return null;
  }
}

interface ChooseProps {
  readonly isAgain: boolean;
  readonly take: (file: File) => void;
  readonly handoffUrl: string;
}

function Choose({ isAgain, take, handoffUrl }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.ways}>
      <Button look="primary" icon="upload" onClick={() => input.current?.click()}>
        {isAgain ? 'Choose another file' : 'Choose the file'}
      </Button>
      {hostCan('openLinks') && (
        <Button onClick={() => void openLink(handoffUrl).catch(() => {})}>Open the upload page</Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="The file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) take(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
