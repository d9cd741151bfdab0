interface Version {
  readonly versionNumber: number;
  readonly title: string;
  readonly sha256: string;
}

/** The number of the newest version whose text and title this one has again, such as after a restore. */
export function restoredBy(version: Version, versions: readonly Version[]): number | undefined {
  const isSame = ({ title, sha256 }: Version) => title === version.title && sha256 === version.sha256;
  const same = versions.filter((one) => one.versionNumber < version.versionNumber - 1 && isSame(one));
  return same.length === 0 ? undefined : Math.max(...same.map(({ versionNumber }) => versionNumber));
}
