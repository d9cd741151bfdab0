import { Link } from '../../ui/link.tsx';
import styles from './admin.module.css';
import { Head } from './part.tsx';

const commands = [
  ['workspace admin clients list', 'Show the applications that are registered'],
  ['workspace admin clients add', 'Register one'],
  ['workspace admin clients remove', 'Remove one; all its tokens end'],
  ['workspace admin keys rotate', 'Sign tokens with a new key from now on'],
] as const;

/** Applications and keys serve every organization, so its admins do not decide about them. */
export default function Applications() {
  return (
    <>
      <Head>
        Applications and signing keys serve every organisation of this data folder. Only its owner decides about them,
        with these commands.
      </Head>
      <table className={styles.commands}>
        <tbody>
          {commands.map(([command, does]) => (
            <tr key={command}>
              <th scope="row">
                <code>{command}</code>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.after}>
        Everybody ends what an application does for them in <Link to="/account">their account</Link>. You end it for
        somebody else with “Sign out everywhere” in <Link to="/admin/users">People</Link>.
      </p>
    </>
  );
}
