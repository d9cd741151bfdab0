import { useQuery } from '@tanstack/react-query';
import { gatewayUrl } from '../../data/client.ts';
import { Link } from '../../ui/link.tsx';

/** The gateway's description of its sign-in (RFC 8414). */
const signInQuery = {
  queryKey: ['sign-in-metadata'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Metadata> => {
    const { origin, pathname } = new URL(gatewayUrl);
    const path = `/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
    const answer = await fetch(origin + path, { signal });
    return (await answer.json()) as Metadata;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

interface Metadata {
  readonly registration_endpoint?: string;
  readonly client_id_metadata_document_supported?: boolean;
}

/** Says how a host signs in where the gateway registers no host by itself. */
export function SignInNote() {
  const { data, isPending } = useQuery(signInQuery);
  if (isPending) return <p data-soon />;
  if (!data || data.registration_endpoint || data.client_id_metadata_document_supported) return null;
  return (
    <p>
      This gateway registers no host by itself. Ask its operator to start it with <code>--allow-registration</code>, or
      give the host <Link to="/account">a token of yours</Link> in the header <code>Authorization: Bearer</code>.
    </p>
  );
}
