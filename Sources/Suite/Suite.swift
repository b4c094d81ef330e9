import ModelData
import Shell
