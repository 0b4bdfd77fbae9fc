export function prove(reknock: unknown, origin: string): Promise<object>;
export function report(outcome: object): Promise<void>;
