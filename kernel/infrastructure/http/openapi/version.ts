/** Version of the API (SPEC 9). */
export const API_VERSION = '26.09.0';
