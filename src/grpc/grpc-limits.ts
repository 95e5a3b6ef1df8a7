/** What one client may cost a server. Times are in milliseconds. */
export interface GrpcLimits {
  /** Bytes of one message from a client. Default: 4 MiB. */
  readonly maxMessageBytes: number;
  /** Connections at the same time; further ones are closed at once. Default: 20,000. */
  readonly maxConnections: number;
  /** Calls at the same time on one connection. Default: 1,000. */
  readonly maxStreams: number;
  /** Bytes of the headers of one call, 32 more for each than its text has. Default: 16 KiB. */
  readonly maxHeaderBytes: number;
  /**
   * Calls that a connection may reset in a burst, and how many more with each second; then it is closed. Default: 200
   * and 20.
   */
  readonly resetBurst: number;
  readonly resetRate: number;
  /** How long a client may take to begin TLS, and then HTTP/2. Default: 10 s each. */
  readonly handshakeTimeout: number;
  /** How long a call may take to bring its first message. Default: 15 s. */
  readonly firstMessageTimeout: number;
  /** How long a connection may have no call at all; looked at with each ping. Default: 5 min. */
  readonly idleTimeout: number;
  /** Between pings on a connection, and how long one may stay unanswered. Default: 30 s and 10 s. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /**
   * How old a connection may become before its client is told to make another, with up to a tenth more or less, so that
   * those of one moment do not end together; 0: it may last for ever. Default: 0.
   */
  readonly maxConnectionAge: number;
  /**
   * Over how long clients are told to go when the server closes, one after the other, so that they do not all come to
   * another one together; few are told sooner. Default: 0, all at once.
   */
  readonly drainTime: number;
}

export const defaultGrpcLimits: GrpcLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxConnections: 20_000,
  maxStreams: 1000,
  maxHeaderBytes: 16 * 1024,
  resetBurst: 200,
  resetRate: 20,
  handshakeTimeout: 10_000,
  firstMessageTimeout: 15_000,
  idleTimeout: 5 * 60_000,
  pingInterval: 30_000,
  pingTimeout: 10_000,
  maxConnectionAge: 0,
  drainTime: 0,
};
