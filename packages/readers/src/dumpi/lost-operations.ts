/** Operations that became no row, or only a part of one, by reason. */
export interface LostOperations {
  sendsToProcNull: number;
  receivesFromProcNull: number;
  /** Sends that became messages without a receiver. */
  sendsToUnknownRank: number;
  bytesToUnknownRank: number;
  receivesOnUnknownCommunicator: number;
  collectivesOnUnknownCommunicator: number;
  /** One-sided transfers that became messages without the rank at the other end. */
  transfersWithUnknownRank: number;
  bytesWithUnknownRank: number;
  transfersToProcNull: number;
  unknownTypeSize: number;
  /** These became rows, with the size that the id of their datatype had before. */
  guessedTypeSize: number;
}

export function noLosses(): LostOperations {
  return {
    sendsToProcNull: 0,
    receivesFromProcNull: 0,
    sendsToUnknownRank: 0,
    bytesToUnknownRank: 0,
    receivesOnUnknownCommunicator: 0,
    collectivesOnUnknownCommunicator: 0,
    transfersWithUnknownRank: 0,
    bytesWithUnknownRank: 0,
    transfersToProcNull: 0,
    unknownTypeSize: 0,
    guessedTypeSize: 0,
  };
}
