import type { Config } from '../../config.ts';
import { lostLine } from '../../folder/backup.ts';
import { moveBlobs } from '../../folder/blobs/move.ts';
import { placesIn } from '../../folder/places/places.ts';
import { complain, print, type Printing } from './administration.ts';

export interface MoveOptions extends Printing {
  readonly skipDamaged: boolean;
}

/** `workspace admin move`: brings the files of a workspace into a bucket, or back into the data folder. */
export async function adminMove(config: Config, options: MoveOptions): Promise<void> {
  const { skipDamaged } = options;
  const move = await moveBlobs({ ...config, skipDamaged, onError: (error) => complain(String(error)) });
  const { blobs, found, bytes, lost, from, to } = move;
  const placeOf = (place: string) => (place === 'folder' ? placesIn(config.dataFolder).blobs : place);
  print(options, { move }, [
    `${blobs} blobs (${bytes} bytes) are in ${placeOf(to)}; ${found} were there already`,
    ...lost.map((one) => `left behind: ${lostLine(one)}`),
    to === 'folder' ? 'Start without --blobs from now on.' : `Start with --blobs ${to} from now on.`,
    `${placeOf(from)} keeps its copies; remove them once all is well.`,
  ]);
}
