import { workspace } from '../../data/client.ts';
import { scopesIn, scopeWords } from '../../shared/things/scope-words.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Head, PartList } from './part.tsx';

/** Systems that say who a person is. */
export default function Issuers() {
  const pages = usePages(['admin', 'issuers'], async (cursor, options) => {
    const { issuers, nextCursor } = await workspace.issuers.list({ cursor }, options);
    return { items: issuers, nextCursor };
  });
  return (
    <>
      <Head>
        Systems that vouch for people of this organisation. Only the owner of the data folder trusts or removes one,
        with <code>workspace admin issuers add</code> and <code>remove</code>.
      </Head>
      <PartList of={pages} what="issuers" empty={<Empty title="No other system vouches for people here." />}>
        {({ issuerId, issuer, scope, jwksUrl, createdAt }) => (
          <Row
            key={issuerId}
            icon="link"
            title={<Shown text={issuer} />}
            about={
              <>
                <span>its tokens may {scopeWords(scopesIn(scope))}</span>
                {jwksUrl !== undefined && (
                  <span>
                    keys at <Shown text={jwksUrl} />
                  </span>
                )}
                <span>
                  since <Time at={createdAt} />
                </span>
              </>
            }
          />
        )}
      </PartList>
    </>
  );
}
