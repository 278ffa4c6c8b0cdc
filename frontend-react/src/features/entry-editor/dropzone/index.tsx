export { Dropzone as default } from "./Dropzone";
