import { Empty } from '../../ui/states.tsx';

/** Why nothing is found, and how a search is written. */
export const Nothing = ({ q, isFiltered }: { q: string; isFiltered: boolean }) =>
  q === '' ? (
    <Empty title={isFiltered ? 'Nothing of this kind is here.' : 'There is nothing to find yet.'} />
  ) : (
    <Empty
      title={
        isFiltered
          ? 'Nothing of this kind holds any of these words.'
          : 'Nothing that you may read holds any of these words.'
      }
    >
      <ul>
        <li>One word is enough, and endings do not matter: “prices” finds “price”.</li>
        <li>
          In quotation marks, words count as they stand, one after the other: <code>"the price of Team"</code>.
        </li>
        <li>Small words such as “the” count only in quotation marks or alone.</li>
        <li>Only things that are shared with you are found, and texts of new files once they are read.</li>
      </ul>
      <p>Agents search with the tool workspace_search.</p>
    </Empty>
  );
