import { Shown } from '../ui/shown.tsx';

/** An address to follow, write to or call. One that is none of these stays text. */
export function WebAddress({ type, text }: { type: 'url' | 'email' | 'phone'; text: string }) {
  const address = addressOf(type, text);
  if (address === undefined) return <Shown text={text} />;
  return (
    <a href={address} rel="noopener noreferrer nofollow" {...(type === 'url' && { target: '_blank', title: address })}>
      <Shown text={type === 'url' ? text.replace(/^https?:\/\//, '') : text} />
    </a>
  );
}

function addressOf(type: 'url' | 'email' | 'phone', text: string): string | undefined {
  if (type === 'email') return /^[^\s@?&]+@[^\s@?&]+$/.test(text) ? `mailto:${text}` : undefined;
  if (type === 'phone') return /^[+\d][\d\s()/.-]+$/.test(text) ? `tel:${text.replaceAll(/[^+\d]/g, '')}` : undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
