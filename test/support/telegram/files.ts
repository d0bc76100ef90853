// Files by their id and by the path they are downloaded from. A file may be said to be larger than the bytes it has.

import { extname } from 'node:path';

export type FileKind = 'photo' | 'document' | 'voice' | 'audio' | 'video' | 'video_note' | 'animation' | 'sticker';

export interface StoredFile {
  id: string;
  unique: string;
  kind: FileKind;
  name: string;
  mime: string;
  size: number;
  bytes: Uint8Array;
  path: string;
}

export interface FileStore {
  add(kind: FileKind, file: { name: string; mime: string; bytes: Uint8Array; size?: number }): StoredFile;
  byId(id: string): StoredFile | undefined;
  /** Only a path that getFile gave out serves a file. */
  byPath(path: string): StoredFile | undefined;
  /** Links from before stop working, as they do after an hour. */
  expireLinks(): void;
  link(file: StoredFile): string;
}

export function createFileStore(): FileStore {
  const files = new Map<string, StoredFile>();
  const links = new Map<string, StoredFile>();
  let count = 0;
  let round = 0;
  return {
    add(kind, file) {
      count += 1;
      const folder = kind === 'voice' ? 'voice' : `${kind}s`;
      const stored: StoredFile = {
        id: `AgACAgQAAx${kind}_${count}`,
        unique: `AQAD${kind}${count}`,
        kind,
        name: file.name,
        mime: file.mime,
        size: file.size ?? file.bytes.length,
        bytes: file.bytes,
        path: `${folder}/file_${count}${extname(file.name)}`,
      };
      files.set(stored.id, stored);
      return stored;
    },
    byId: (id) => files.get(id),
    byPath: (path) => links.get(path),
    expireLinks() {
      links.clear();
      round += 1;
    },
    link(file) {
      const path = round === 0 ? file.path : file.path.replace('file_', `file_${round}_`);
      links.set(path, file);
      return path;
    },
  };
}
